import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { coreTools } from '../../../src/tools/coreTools';
import { DEFAULT_SETTINGS, readSettings, settingRules } from '../../../src/memory/storeSettings';
import { commands, toolDescriptions } from '../../../src/vscode/contributions';
import { buildManifest } from '../../../src/vscode/manifest';
import { settings } from '../../../src/vscode/settingContributions';

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

  it('lets a person set what every program on the store obeys, with its defaults and bounds', () => {
    const shared = settings.filter((setting) => setting.shared === true);
    const names = Object.entries(settingRules).flatMap(([section, rules]) =>
      Object.keys(rules).map((name) => `projectMemory.${section}.${name}`),
    );
    expect(shared.map(({ key }) => key).sort()).toEqual(names.sort());
    for (const { key, scope, default: value, range, values } of shared) {
      const [, section = '', name = ''] = key.split('.');
      const rule = (settingRules as Record<string, Record<string, unknown>>)[section]?.[name];
      expect(scope).toBe('machine');
      expect((DEFAULT_SETTINGS as unknown as Record<string, Record<string, unknown>>)[section]?.[name]).toBe(
        value,
      );
      if (range !== undefined) expect(range).toEqual(rule);
      if (values !== undefined) expect({ words: Object.keys(values) }).toEqual(rule);
    }
    expect(readSettings({})).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
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
