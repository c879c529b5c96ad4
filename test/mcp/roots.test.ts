import { describe, expect, it } from 'vitest';
import { WorkspaceFolders } from '../../src/mcp/roots';
import type { RootsClient } from '../../src/mcp/roots';
import { clientName } from '../../src/mcp/toolServer';

/** A client whose roots a test sets; `undefined` is a client without roots. */
class FakeRootsClient implements RootsClient {
  asked = 0;
  constructor(public roots: readonly string[] | Error | undefined) {}
  supportsRoots(): boolean {
    return this.roots !== undefined;
  }
  listRoots(): Promise<readonly { readonly uri: string }[]> {
    this.asked++;
    if (this.roots instanceof Error) return Promise.reject(this.roots);
    return Promise.resolve((this.roots ?? []).map((uri) => ({ uri })));
  }
}

function foldersOf(client: RootsClient, given: readonly string[] = []) {
  const logged: string[] = [];
  const folders = new WorkspaceFolders({ given, cwd: '/cwd', client, log: (line) => logged.push(line) });
  return { folders, logged };
}

describe('the folders of a session', () => {
  it('are those of the command line, and the client is not asked', async () => {
    const client = new FakeRootsClient(['file:///root']);
    expect(await foldersOf(client, ['/given', '/two']).folders.list()).toEqual(['/given', '/two']);
    expect(client.asked).toBe(0);
  });

  it.each<[string, readonly string[] | undefined, readonly string[]]>([
    ['a client without roots: the working directory', undefined, ['/cwd']],
    ['no root: the working directory', [], ['/cwd']],
    ['roots, each once', ['file:///a', 'file:///b%20c', 'file:///a'], ['/a', '/b c']],
    [
      'a folder that is on no disk, by its URI',
      ['vscode-vfs://github/o/r', 'file:///a'],
      ['vscode-vfs://github/o/r', '/a'],
    ],
    ['no folder at all rather than the working directory', ['nonsense'], []],
    ['a broken uri is left out', ['file://%zz/%', 'file:///a'], ['/a']],
  ])('%s', async (_name, roots, expected) => {
    expect(await foldersOf(new FakeRootsClient(roots)).folders.list()).toEqual(expected);
  });

  it('are asked once, and anew after a change', async () => {
    const client = new FakeRootsClient(['file:///a']);
    const { folders } = foldersOf(client);
    expect(await Promise.all([folders.list(), folders.list()])).toEqual([['/a'], ['/a']]);
    expect(client.asked).toBe(1);
    client.roots = ['file:///b'];
    expect(await folders.list()).toEqual(['/a']);
    folders.changed();
    expect(await folders.list()).toEqual(['/b']);
  });

  it('fall back to the working directory when the client fails, and say so', async () => {
    const { folders, logged } = foldersOf(new FakeRootsClient(new Error('Method not found')));
    expect(await folders.list()).toEqual(['/cwd']);
    expect(logged.join()).toMatch(/Method not found.*--workspace PATH/);
  });
});

describe('the name a client saves under', () => {
  it.each([
    ['claude-code', 'claude-code'],
    [undefined, 'MCP client'],
    ['  \u0000\n ', 'MCP client'],
    ['two\nlines\u202e', 'two lines'],
    ['Person', 'MCP client Person'],
    ['chat  tool', 'MCP client chat tool'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('%j is kept as %j', (given, kept) => {
    expect(clientName(given)).toBe(kept);
  });
});
