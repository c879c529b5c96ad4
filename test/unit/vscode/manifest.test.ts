import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { coreTools } from '../../../src/tools/coreTools';
import { commands, settings, toolDescriptions } from '../../../src/vscode/contributions';
import { buildManifest } from '../../../src/vscode/manifest';

const root = path.join(import.meta.dirname, '../../..');
const manifest = buildManifest();

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

/** Every string in a JSON value. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
}

describe('package.json', () => {
  it('is up to date: otherwise run `npm run manifest`', () => {
    expect(readJson('package.json')).toMatchObject(manifest.package);
    expect(readJson('package.nls.json')).toEqual(manifest.texts);
  });

  it('contributes exactly the commands, settings and tools of the code', () => {
    const { contributes } = readJson('package.json') as {
      contributes: {
        commands: { command: string }[];
        languageModelTools: { name: string; toolReferenceName: string }[];
        configuration: { properties: object };
      };
    };
    expect(contributes.commands.map(({ command }) => command)).toEqual(
      Object.values(commands).map(({ id }) => id),
    );
    expect(contributes.languageModelTools.map(({ name }) => name)).toEqual(
      coreTools.map(({ name }) => `projectMemory_${name}`),
    );
    expect(Object.keys(contributes.configuration.properties)).toEqual(settings.map(({ key }) => key));
  });

  it('names only texts and pictures that exist', () => {
    for (const text of strings(manifest.package)) {
      const key = /^%(.+)%$/.exec(text)?.[1];
      if (key !== undefined) expect(manifest.texts).toHaveProperty([key]);
      if (text.startsWith('media/')) expect(existsSync(path.join(root, text)), text).toBe(true);
    }
  });

  it('offers no tool and no server while the memory is off', () => {
    const { contributes } = manifest.package as {
      contributes: {
        languageModelTools: { when: string }[];
        mcpServerDefinitionProviders: { when: string }[];
      };
    };
    for (const { when } of [...contributes.languageModelTools, ...contributes.mcpServerDefinitionProviders]) {
      expect(when).toContain('config.projectMemory.enabled && !projectMemory.off');
    }
  });

  it('describes every tool to the person', () => {
    expect(Object.keys(toolDescriptions).sort()).toEqual(coreTools.map(({ name }) => name).sort());
  });
});
