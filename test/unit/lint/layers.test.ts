import path from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const eslint = new ESLint({ cwd: root });

/** Lints `text` as if it stood in `file`, with the configuration of the repository. */
async function messages(file: string, text: string): Promise<readonly string[]> {
  const results = await eslint.lintText(text, { filePath: path.join(root, file) });
  return results.flatMap((result) =>
    result.messages
      .filter((message) => ['layers/direction', 'no-restricted-syntax', null].includes(message.ruleId))
      .map((message) => message.message),
  );
}

describe('the direction between the rooms', () => {
  it.each([
    [
      'src/store/types.ts',
      "import type { Fact } from '../memory/types';",
      /src\/store must not import src\/memory/,
    ],
    ['src/search/types.ts', "import '../store/types';", /src\/search must not import src\/store/],
    ['src/project/types.ts', "import '../guard/types';", /src\/project must not import src\/guard/],
    ['src/memory/types.ts', "import '../tools/tool';", /src\/memory must not import src\/tools/],
    ['src/tools/tool.ts', "import '../mcp/main';", /src\/tools must not import src\/mcp/],
    [
      'src/mcp/main.ts',
      "import '../vscode/extension';",
      /src\/mcp must not import src\/vscode: .*two programs/,
    ],
    [
      'src/vscode/extension.ts',
      "void import('../mcp/main');",
      /src\/vscode must not import src\/mcp: .*two programs/,
    ],
    ['src/mcp/main.ts', "import * as vscode from 'vscode';", /Only src\/vscode imports 'vscode'/],
    ['src/tools/tool.ts', "export type A = import('vscode').Uri;", /Only src\/vscode imports 'vscode'/],
    ['src/search/types.ts', "import fs from 'node:fs';", /src\/search imports no Node module/],
    ['src/guard/types.ts', "import fs from 'fs';", /src\/guard imports no Node module/],
    ['src/mcp/main.ts', "import '../../test/support/paths';", /from outside src/],
    ['src/guard/types.ts', 'export default 1;', /Export by name/],
    ['src/guard/types.ts', "export * from './secrets';", /No barrels/],
    ['src/guard/types.ts', "export { a } from './secrets';", /No barrels/],
  ])('%s: %s', async (file, text, message) => {
    expect(await messages(file, text)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ['src/memory/types.ts', "import '../store/types'; import '../search/types'; import './facts';"],
    [
      'src/vscode/extension.ts',
      "import * as vscode from 'vscode'; import '../tools/tool'; import '../store/types';",
    ],
    ['src/mcp/main.ts', "import fs from 'node:fs'; import '../tools/tool'; import { z } from 'zod';"],
    ['src/store/types.ts', "import fs from 'node:fs'; import './log';"],
  ])('allows %s: %s', async (file, text) => {
    expect(await messages(file, text)).toEqual([]);
  });
});
