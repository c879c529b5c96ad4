import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FileLayer } from './fileLayer';

export interface BaseFile {
  readonly name: string;
  /** The base is the state before the log of this number. */
  readonly index: number;
  /** First 16 hexadecimal digits of the file's SHA-256. */
  readonly hash: string;
}

export interface LogFile {
  readonly name: string;
  readonly index: number;
}

/** What was derived from the base of this number, and can be again. */
export interface DerivedFile {
  readonly name: string;
  readonly index: number;
  readonly version: string;
}

/** What of a directory belongs to the store; anything else in it is left alone. */
export interface StoreFiles {
  /** Newest first. */
  readonly bases: readonly BaseFile[];
  /** Oldest first. */
  readonly logs: readonly LogFile[];
  readonly derived: readonly DerivedFile[];
  /** Damage set aside earlier. */
  readonly aside: readonly string[];
  readonly temporary: readonly string[];
}

/** The one log name that is not random: whoever creates the database first meets the others in it. */
export const FIRST_LOG = 'log-0-00000000';

const BASE = /^base-(\d{1,9})-([0-9a-f]{16})\.sqlite$/;
const LOG = /^log-(\d{1,9})-[0-9a-f]{8}$/;
const DERIVED = /^index-(\d{1,9})-([0-9A-Za-z]{1,32})$/;
const ASIDE = 'damaged-';
const TEMPORARY = 'tmp-';

export async function listStoreFiles(files: FileLayer, directory: string): Promise<StoreFiles> {
  const names = (await files.list(directory)).sort();
  const bases = names.flatMap((name) => {
    const match = BASE.exec(name);
    return match ? [{ name, index: Number(match[1]), hash: match[2] ?? '' }] : [];
  });
  const logs = names.flatMap((name) => {
    const match = LOG.exec(name);
    return match ? [{ name, index: Number(match[1]) }] : [];
  });
  const derived = names.flatMap((name) => {
    const match = DERIVED.exec(name);
    return match ? [{ name, index: Number(match[1]), version: match[2] ?? '' }] : [];
  });
  return {
    derived,
    bases: bases.sort((a, b) => b.index - a.index),
    logs: logs.sort((a, b) => a.index - b.index),
    aside: names.filter((name) => name.startsWith(ASIDE)),
    temporary: names.filter((name) => name.startsWith(TEMPORARY)),
  };
}

export function baseName(index: number, hash: string): string {
  return `base-${index}-${hash}.sqlite`;
}

export function derivedName(index: number, version: string): string {
  return `index-${index}-${version}`;
}

export function newLogName(index: number): string {
  return `log-${index}-${randomBytes(4).toString('hex')}`;
}

export function newTemporaryName(): string {
  return `${TEMPORARY}${randomBytes(8).toString('hex')}`;
}

export async function setAside(files: FileLayer, directory: string, name: string): Promise<void> {
  await files.rename(join(directory, name), join(directory, asideName(name)));
}

export function asideName(name: string): string {
  return `${ASIDE}${name}`;
}
