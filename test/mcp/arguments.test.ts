import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/mcp/arguments';
import type { ArgumentsEnvironment } from '../../src/mcp/arguments';

const FOLDERS = new Set(['/data', '/work', '/other', path.join(homedir(), 'memories')]);
const FILES = new Set(['/data/file']);

function parse(argv: readonly string[], environment: Partial<ArgumentsEnvironment> = {}) {
  return parseArguments(argv, {
    cwd: '/work',
    version: '1.2.3',
    project: undefined,
    look: (file) => (FOLDERS.has(file) ? 'folder' : FILES.has(file) ? 'other' : 'nothing'),
    ...environment,
  });
}

describe('the command line of the server', () => {
  it.each([
    [['--storage', '/data'], { storage: '/data', workspaces: [], tools: 'core' }],
    [['--storage=/new'], { storage: '/new', workspaces: [], tools: 'core' }],
    [['--storage', '../data'], { storage: '/data', workspaces: [], tools: 'core' }],
    [
      ['--storage', '~/memories'],
      { storage: path.join(homedir(), 'memories'), workspaces: [], tools: 'core' },
    ],
    [
      ['--storage', '/data', '--workspace', '/work', '--workspace', '../other', '--tools', 'none'],
      { storage: '/data', workspaces: ['/work', '/other'], tools: 'none' },
    ],
    [
      ['--storage', '/data', '--project', 'app', '--tools', 'full'],
      { storage: '/data', workspaces: [], project: 'app', tools: 'full' },
    ],
  ])('%j', (argv, expected) => {
    expect(parse(argv)).toEqual({ kind: 'run', arguments: expected });
  });

  it('takes the project from the environment unless an argument names one', () => {
    const project = (argv: readonly string[], value: string) => {
      const parsed = parse(['--storage', '/data', ...argv], { project: value });
      return parsed.kind === 'run' ? parsed.arguments.project : parsed;
    };
    expect(project([], 'from-env')).toBe('from-env');
    expect(project(['--project', 'from-argument'], 'from-env')).toBe('from-argument');
    expect(project([], ' ')).toBeUndefined();
  });

  it.each([
    [[], /--storage is missing.*Copy MCP Configuration/s],
    [['--storage', ' '], /--storage is blank.*Copy MCP Configuration/s],
    [['--storage', '${userHome}/m'], /--storage "\$\{userHome\}\/m" holds a variable/],
    [['--storage', '/data/file'], /--storage \/data\/file is no folder/],
    [['--storage', '/data', '--workspace', '/gone'], /--workspace \/gone is no folder/],
    [['--storage', '/data', '--workspace', '${workspaceFolder}'], /--workspace .* holds a variable/],
    [['--storage', '/data', '--tools', 'all'], /--tools "all" is not known: use none, core or full/],
    [['--storage', '/data', '--project', ''], /--project is blank/],
    [['--storage', '/data', '--colour'], /--colour.*Usage:/s],
    [['--storage', '/data', 'stray'], /stray.*Usage:/s],
    [['--storage'], /--storage.*Usage:/s],
  ])('refuses %j', (argv, message) => {
    const parsed = parse(argv);
    expect(parsed.kind).toBe('error');
    expect(parsed.kind === 'error' && parsed.message).toMatch(message);
  });

  it('prints its version and its usage without needing a storage', () => {
    expect(parse(['--version'])).toEqual({ kind: 'print', text: '1.2.3' });
    expect(parse(['-h'])).toMatchObject({
      kind: 'print',
      text: expect.stringContaining('--storage DIR') as string,
    });
  });
});
