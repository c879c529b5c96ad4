import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../support/paths';

const at = (...parts: string[]): string => path.join(repositoryRoot, ...parts);
const json = (...parts: string[]): unknown => JSON.parse(readFileSync(at(...parts), 'utf8'));

const manifest = json('package.json') as {
  readonly engines: { readonly vscode: string };
  readonly contributes: object;
};
const room = at('src/vscode');
const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.join(room, file));

// The editor that the tests drive takes proposed API from anybody: a released one does not.
describe('the oldest editor that the extension says it runs in', () => {
  it('is the one whose API it is compiled against', () => {
    const { version } = json('node_modules/@types/vscode/package.json') as { readonly version: string };
    expect(manifest.engines.vscode).toBe(`^${version}`);
  });

  it('has every API that is used', { timeout: 120_000 }, () => {
    const { config } = ts.readConfigFile(at('tsconfig.json'), (file) => ts.sys.readFile(file)) as {
      readonly config: object;
    };
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, repositoryRoot);
    const program = ts.createProgram(sources, options);
    const declaring = program
      .getSourceFiles()
      .filter(
        ({ text, isDeclarationFile }) => isDeclarationFile && /declare module ['"]vscode['"]/.test(text),
      )
      .map(({ fileName }) => path.relative(repositoryRoot, fileName));
    expect(declaring).toEqual([path.join('node_modules', '@types', 'vscode', 'index.d.ts')]);
    const faults = sources.flatMap((file) => {
      const source = program.getSourceFile(file);
      return [...program.getSemanticDiagnostics(source), ...program.getSyntacticDiagnostics(source)].map(
        ({ messageText }) => `${path.basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
    });
    expect(faults).toEqual([]);
  });

  it('is asked for nothing by a cast or a proposal', () => {
    for (const file of sources) {
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/as unknown as|as any\b|@ts-|\(vscode as /);
    }
    expect(manifest).not.toHaveProperty('enabledApiProposals');
    expect(manifest.contributes).not.toHaveProperty('languageModelToolSets');
  });
});
