import { domainToASCII } from 'node:url';
import { isWindowsPath, pathKey } from './filePath';

/** A git remote, brought to the one form that all its spellings share. */
export interface Remote {
  /** For comparing: `https://host[:port]/path` or `file:///path`. Never holds credentials. */
  readonly value: string;
  /** For people: `host/owner/repo` as written, or the local path. */
  readonly display: string;
  /** What stands before the repository's name; the last group where groups nest. */
  readonly owner?: string;
  readonly repo: string;
}

/** Ports that ssh, https, http and git use unasked; which of them was meant says nothing of the repository. */
const DEFAULT_PORTS: ReadonlySet<number> = new Set([22, 443, 80, 9418]);

/** Host names under which a service answers ssh on the https port. */
const HOST_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['www.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['ssh.dev.azure.com', 'dev.azure.com'],
]);

/** Services whose repository paths have no case. Elsewhere `App` and `app` may be two repositories. */
const CASELESS_HOST =
  /^(?:github\.com|[^.]+\.ghe\.com|gitlab\.com|bitbucket\.org|dev\.azure\.com|codeberg\.org|gitee\.com)$/;

/**
 * Normalises the URL of a git remote (git-scm.com/docs/git-clone, "GIT URLS"): scp and URL forms, user,
 * password, protocol, default port, `.git` and trailing slashes make no difference. The value of a result,
 * normalised again, is itself. Undefined for relative paths, transport helpers and text that is no URL.
 */
export function normaliseRemote(url: string): Remote | undefined {
  const text = url.trim();
  if (text === '' || /\p{Cc}/u.test(text)) return undefined;
  if (isWindowsPath(text)) return localRemote(text);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/su.exec(text);
  if (scheme) return urlRemote((scheme[1] ?? '').toLowerCase(), scheme[2] ?? '');
  if (text.startsWith('/')) return localRemote(/^\/[A-Za-z]:(\/|$)/.test(text) ? text.slice(1) : text);
  return scpRemote(text);
}

function urlRemote(scheme: string, rest: string): Remote | undefined {
  if (scheme === 'file') return fileUrlRemote(rest);
  if (!/^(?:https?|ssh|git|ftps?|git\+ssh|ssh\+git|git\+https?)$/.test(scheme)) return undefined;
  const [, authority = '', path = ''] = /^([^/?#]*)([^?#]*)/u.exec(rest) ?? [];
  return hostedRemote(authority, path);
}

function fileUrlRemote(rest: string): Remote | undefined {
  const [, host = '', path = ''] = /^([^/]*)(.*)$/su.exec(rest) ?? [];
  const decoded = path.split('/').map(decode).join('/');
  if (decoded === '' || /\p{Cc}/u.test(decoded)) return undefined;
  const server = decode(host.slice(host.lastIndexOf('@') + 1)).toLowerCase();
  if (/^\/[A-Za-z]:(\/|$)/.test(decoded)) return localRemote(decoded.slice(1));
  if (server === '' || server === 'localhost') return localRemote(decoded);
  return localRemote(`\\\\${server}${decoded.replaceAll('/', '\\')}`);
}

/** `[user@]host:path`, with `[host:port]` and `[IPv6]` in brackets. A slash before the colon means a path. */
function scpRemote(text: string): Remote | undefined {
  if (text.includes('::') && !text.includes('[')) return undefined;
  const bracketed = /^(?:[^/[\]]*@)?\[(?:[^/[\]]*@)?([^\]/]+)\]:(.+)$/su.exec(text);
  if (bracketed) {
    const host = bracketed[1] ?? '';
    const isAddress = (host.match(/:/g) ?? []).length > 1;
    return hostedRemote(isAddress ? `[${host}]` : host, bracketed[2] ?? '');
  }
  // `user:password@host/path` lacks its protocol: read as scp it would keep the password in the path.
  const plain = /^([^/:]+):(?![^/@]+@)(.+)$/su.exec(text);
  return plain ? hostedRemote(plain[1] ?? '', plain[2] ?? '') : undefined;
}

function hostedRemote(authority: string, path: string): Remote | undefined {
  const [, rawHost = '', port = ''] =
    /^(\[[0-9A-Fa-f:.%]+\]|[^:[\]]*)(?::(\d*))?$/u.exec(authority.slice(authority.lastIndexOf('@') + 1)) ??
    [];
  const lowerHost = canonicalHost(rawHost.toLowerCase().replace(/\.$/, ''));
  if (lowerHost === '' || /[\s\\]/u.test(lowerHost)) return undefined;
  const written = segmentsOf(path);
  const { host, segments } = azure(HOST_ALIASES.get(lowerHost) ?? lowerHost, written);
  const repo = segments.at(-1);
  if (repo === undefined || segments.some((segment) => /\p{Cc}/u.test(segment))) return undefined;
  const place = port === '' || DEFAULT_PORTS.has(Number(port)) ? host : `${host}:${String(Number(port))}`;
  const compared = CASELESS_HOST.test(host) ? segments.map((segment) => segment.toLowerCase()) : segments;
  const owner = segments.filter((segment) => segment !== '_git').at(-2);
  return {
    value: `https://${place}/${compared.map(encode).join('/')}`,
    display: `${place}/${segments.join('/')}`,
    ...(owner === undefined ? {} : { owner }),
    repo,
  };
}

/** International names in ASCII, and IPv6 addresses in their one short form (RFC 5952). */
function canonicalHost(host: string): string {
  if (host.startsWith('[')) {
    const url = `http://${host}/`;
    return URL.canParse(url) ? new URL(url).hostname : host;
  }
  return /^\p{ASCII}*$/u.test(host) ? host : domainToASCII(host) || host;
}

/**
 * Azure DevOps writes one repository in three ways: `dev.azure.com/org/project/_git/repo`,
 * `org.visualstudio.com/[DefaultCollection/]project/_git/repo` and `v3/org/project/repo` over ssh. Where the
 * repository is named like its project, the project may be left out.
 */
function azure(host: string, segments: readonly string[]): { host: string; segments: readonly string[] } {
  const organisation = /^([^.]+)\.visualstudio\.com$/.exec(host)?.[1];
  if (host !== 'dev.azure.com' && organisation === undefined) return { host, segments };
  const azureHost = 'dev.azure.com';
  if (segments[0]?.toLowerCase() === 'v3' && segments.length === 4) {
    const [, org = '', project = '', repo = ''] = segments;
    return { host: azureHost, segments: [org, project, '_git', repo] };
  }
  const path =
    organisation === undefined || organisation === 'vs-ssh' ? segments : [organisation, ...segments];
  const marker = path.findIndex((segment) => segment.toLowerCase() === '_git');
  const repo = path.slice(marker + 1).find((segment) => !/^_(?:full|optimized)$/i.test(segment));
  const org = path[0];
  if (marker < 1 || repo === undefined || org === undefined) return { host, segments };
  const between = path.slice(1, marker).filter((segment) => segment.toLowerCase() !== 'defaultcollection');
  return { host: azureHost, segments: [org, between.at(-1) ?? repo, '_git', repo] };
}

function localRemote(path: string): Remote | undefined {
  const withoutGit = pathKey(path).replace(/(?<=[^/])(?:\/?\.git)+$/u, '');
  const key = withoutGit.replace(/\/+$/, '');
  const segments = key.split('/').filter((segment) => segment !== '');
  const repo = segments.at(-1);
  if (repo === undefined || /^[a-z]:$/.test(repo)) return undefined;
  const address = key.startsWith('//')
    ? `file:${encodePath(key)}`
    : `file:///${encodePath(key.replace(/^\//, ''))}`;
  return { value: address, display: path, repo };
}

function segmentsOf(path: string): string[] {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  while (segments.length > 0) {
    const last = (segments.pop() ?? '').replace(/(?:\.git)+$/i, '');
    // A name of nothing but `.git` is a repository inside its own folder: the folder is meant.
    if (last !== '') return [...segments, last];
  }
  return segments;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).toWellFormed();
  } catch {
    return segment.toWellFormed();
  }
}

function encode(segment: string): string {
  return encodeURIComponent(segment).replaceAll('%40', '@').replaceAll('%2B', '+').replaceAll('%3A', ':');
}

function encodePath(path: string): string {
  return path.split('/').map(encode).join('/');
}
