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
    [
      ['--storage', '/data', '--http', 'localhost:8123', '--max-calls-per-minute', '0'],
      {
        storage: '/data',
        workspaces: [],
        tools: 'core',
        http: { host: '127.0.0.1', port: 8123 },
        maxCallsPerMinute: 0,
      },
    ],
    [
      ['--storage', '/data', '--http', '[::1]:0'],
      { storage: '/data', workspaces: [], tools: 'core', http: { host: '::1', port: 0 } },
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
    [['--storage', '/data', '--http', '8123'], /--http "8123" is no HOST:PORT: use 127\.0\.0\.1:PORT/],
    [['--storage', '/data', '--http', 'localhost:'], /is no HOST:PORT/],
    [['--storage', '/data', '--http', 'localhost:65536'], /is no HOST:PORT/],
    [['--storage', '/data', '--http', '0.0.0.0:8123'], /could be reached from other machines/],
    [['--storage', '/data', '--http', '[::]:8123'], /could be reached from other machines/],
    [['--storage', '/data', '--http', '192.168.1.2:8123'], /could be reached from other machines/],
    [['--storage', '/data', '--http', 'desk.local:8123'], /could be reached from other machines/],
    [['--storage', '/data', '--http', '127.0.0.1.evil.example:8123'], /could be reached from other machines/],
    [['--storage', '/data', '--max-calls-per-minute', '-1'], /--max-calls-per-minute/],
    [['--storage', '/data', '--max-calls-per-minute', 'many'], /--max-calls-per-minute "many" is no number/],
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
