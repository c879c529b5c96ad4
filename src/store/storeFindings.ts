import { FORMAT } from './base';
import type { CheckName, Finding } from './finding';
import type { StoreFacts } from './inspection';
import { newestSchema } from './migrations';
import { STALE_TEMPORARY_MS } from './removal';
import type { Migration } from './types';

/** Judges what was seen of one database: at least one finding a check; none where there is no store. Pure. */
export function storeFindings(facts: StoreFacts, migrations: readonly Migration[]): readonly Finding[] {
  if (facts.state === 'absent') return [];
  return [
    version(facts, newestSchema(migrations)),
    state(facts),
    ...bases(facts),
    ...logs(facts),
    ...integrity(facts),
    ...derived(facts),
    setAside(facts),
    ...temporaryFiles(facts),
    ...permissions(facts),
    disk(facts),
  ];
}

function version(facts: StoreFacts, newest: number): Finding {
  if (facts.state === 'too_new') {
    return error(
      'version',
      `schema_too_new: it was written by a newer version of this program; nothing here reads or changes it. Update this program.`,
    );
  }
  if (facts.schema === undefined)
    return ok('version', `this program knows format ${FORMAT}, schema ${newest}`);
  const behind = facts.schema < newest ? `; its next use brings it to schema ${newest}` : '';
  return ok('version', `format ${facts.format}, schema ${facts.schema}${behind}`);
}

function state(facts: StoreFacts): Finding {
  if (facts.state === 'whole') return ok('state', `every change up to number ${facts.sequence} can be read`);
  if (facts.state === 'too_new') return ok('state', 'not looked at');
  return error('state', `${facts.reason ?? 'no whole state can be read'}.`);
}

function bases(facts: StoreFacts): readonly Finding[] {
  const wrong = facts.bases.filter(({ whole }) => !whole);
  if (wrong.length === 0) return [ok('bases', `${facts.bases.length} whole`)];
  return wrong.map(({ name }) =>
    error(
      'bases',
      `${name} is damaged: its bytes are not those its name stands for. A repair keeps it aside.`,
      facts.state === 'whole',
    ),
  );
}

function logs(facts: StoreFacts): readonly Finding[] {
  if (facts.state !== 'whole') return [ok('logs', 'not looked at: there is no whole state')];
  const missing = facts.missingLogs.map((sentence) => error('logs', sentence, true));
  const damaged = facts.logs.flatMap(({ damage }) => damage).map((sentence) => error('logs', sentence, true));
  if (missing.length + damaged.length > 0) return [...missing, ...damaged];
  const frames = sum(facts.logs.map((log) => log.frames));
  const voids = sum(facts.logs.map((log) => log.voidFrames));
  const torn = sum(facts.logs.map((log) => log.tornBytes));
  const interrupted = torn > 0 ? `, ${torn} bytes of interrupted writes (harmless)` : '';
  return [ok('logs', `${facts.logs.length} with ${frames} changes and ${voids} void ones${interrupted}`)];
}

function integrity(facts: StoreFacts): readonly Finding[] {
  if (facts.state !== 'whole') return [ok('integrity', 'not looked at: there is no whole state')];
  if (facts.integrity.length === 0) return [ok('integrity', 'integrity_check says ok')];
  return facts.integrity.map((message) => error('integrity', `integrity_check says: ${message}`, true));
}

function derived(facts: StoreFacts): readonly Finding[] {
  const wrong = facts.derived.filter(({ usable }) => !usable);
  if (wrong.length === 0) return [ok('derived', `${facts.derived.length} derived files, all usable`)];
  return wrong.map(({ name }) =>
    warning('derived', `${name} is damaged or of no base that is here; it is made anew when it is needed.`),
  );
}

function setAside(facts: StoreFacts): Finding {
  if (facts.aside.length === 0) return ok('set_aside', 'nothing was ever set aside');
  const files = facts.aside.map(({ name, bytes }) =>
    bytes === 0 ? `${name} (lost)` : `${name} (${bytes} bytes)`,
  );
  return warning(
    'set_aside',
    `damage was found earlier and kept aside: ${files.join(', ')}. Delete these files when nothing in them is missed.`,
  );
}

function temporaryFiles(facts: StoreFacts): readonly Finding[] {
  const stale = facts.temporary.filter(({ age }) => age > STALE_TEMPORARY_MS);
  if (stale.length > 0) {
    return stale.map(({ name, bytes }) =>
      warning(
        'temporary_files',
        `${name} (${bytes} bytes) was left by a process that was stopped; the next compaction removes it.`,
        true,
      ),
    );
  }
  const busy = facts.temporary.length > 0 ? `, ${facts.temporary.length} in use` : '';
  return [ok('temporary_files', `none left over${busy}`)];
}

function permissions(facts: StoreFacts): readonly Finding[] {
  if (process.platform === 'win32') return [ok('permissions', 'those of the user profile (Windows)')];
  if (facts.exposed.length === 0) return [ok('permissions', 'only you may read or write the files')];
  return facts.exposed.map(({ name, mode }) =>
    error(
      'permissions',
      `${name === '.' ? 'the directory' : name} has mode ${octal(mode)}: others may get at it. ` +
        `A repair sets ${name === '.' ? '0700' : '0600'}.`,
      true,
    ),
  );
}

function disk(facts: StoreFacts): Finding {
  if (facts.networkDisk === undefined) return ok('disk', 'no network disk that is known');
  return warning(
    'disk',
    `it lies on a network disk (${facts.networkDisk}), where writers of several machines may not see each other; a local disk is safer.`,
  );
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function ok(check: CheckName, message: string): Finding {
  return { check, status: 'ok', message };
}

function warning(check: CheckName, message: string, repairable = false): Finding {
  return { check, status: 'warning', message, repairable };
}

function error(check: CheckName, message: string, repairable = false): Finding {
  return { check, status: 'error', message, repairable };
}
