import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SettingsFile, writeSettings } from '../../src/memory/settingsFile';
import { DEFAULT_SETTINGS, type StoreSettings } from '../../src/memory/storeSettings';

const STRICT: StoreSettings = { ...DEFAULT_SETTINGS, guard: { secrets: 'refuse', poisoning: 'ask' } };

describe('the settings of a store', () => {
  let storage = '';
  const logged: string[] = [];
  const file = (): string => path.join(storage, 'settings.json');

  beforeEach(() => {
    storage = mkdtempSync(path.join(tmpdir(), 'settings-'));
    logged.length = 0;
  });
  afterEach(() => rmSync(storage, { recursive: true, force: true }));

  it('are written whole, for this person alone, and read by whoever looks next', async () => {
    const reader = new SettingsFile(storage, (line) => logged.push(line));
    expect(reader.current()).toBe(DEFAULT_SETTINGS);
    expect(await writeSettings(storage, STRICT)).toBe(true);
    expect(readdirSync(storage)).toEqual(['settings.json']);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(reader.current()).toEqual(STRICT);
    expect(await writeSettings(storage, DEFAULT_SETTINGS)).toBe(true);
    expect(reader.current()).toEqual(DEFAULT_SETTINGS);
    rmSync(file());
    expect(reader.current()).toBe(DEFAULT_SETTINGS);
    expect(logged).toEqual([]);
  });

  it('are not written where nothing would change, nor before there is a store', async () => {
    expect(await writeSettings(storage, DEFAULT_SETTINGS)).toBe(false);
    expect(readdirSync(storage)).toEqual([]);
    await writeSettings(storage, STRICT);
    const { ino, mtimeMs } = statSync(file());
    expect(await writeSettings(storage, STRICT)).toBe(false);
    expect(statSync(file())).toMatchObject({ ino, mtimeMs });
    const missing = path.join(storage, 'not', 'there');
    expect(await writeSettings(missing, STRICT)).toBe(false);
    expect(readdirSync(storage)).toEqual(['settings.json']);
  });

  it('are mended by the next change of a broken file', async () => {
    writeFileSync(file(), '{"guard": {');
    const reader = new SettingsFile(storage, (line) => logged.push(line));
    expect([reader.current(), reader.current()]).toEqual([DEFAULT_SETTINGS, DEFAULT_SETTINGS]);
    expect(logged).toHaveLength(1);
    expect(await writeSettings(storage, STRICT)).toBe(true);
    expect(reader.current()).toEqual(STRICT);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(STRICT);
  });

  it('leave nothing behind when they cannot be put in their place', async () => {
    mkdirSync(file());
    await expect(writeSettings(storage, STRICT)).rejects.toThrow(/EISDIR/u);
    expect(readdirSync(storage)).toEqual(['settings.json']);
  });
});
