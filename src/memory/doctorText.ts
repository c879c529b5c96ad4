import type { DatabaseReport, DoctorReport } from './doctor';

/** A report as Markdown that also reads well in a terminal. English: it is what people paste into a bug report. */
export function doctorText(report: DoctorReport): string {
  const { counts } = report;
  const lines = [
    `# Project Memory store: ${report.healthy ? 'healthy' : 'something is wrong'}`,
    '',
    `- Folder: ${report.storage}`,
    `- ${counts.databases} databases, ${size(counts.bytes)}`,
    `- ${counts.memories} memories in ${counts.projects} projects, ${counts.userMemories} about the user, ` +
      `${counts.forgotten} forgotten and restorable`,
    '',
    '## Issues',
    '',
    ...(report.issues.length === 0 ? ['None.'] : report.issues.map((issue) => `- ${issue}`)),
    '',
    '## storage',
    '',
    ...checkLines(report, 'storage'),
  ];
  for (const database of report.databases) {
    lines.push(
      '',
      `## ${title(database)}`,
      '',
      ...databaseLines(database),
      ...checkLines(report, databaseLabel(database)),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** What a database is called in checks: no project can be taken for the catalog or the user. */
export function databaseLabel({ kind, name }: Pick<DatabaseReport, 'kind' | 'name'>): string {
  return kind === 'project' ? `project ${name}` : name;
}

function title(database: DatabaseReport): string {
  const label = databaseLabel(database);
  return database.kind === 'project' && database.id !== database.name ? `${label} (${database.id})` : label;
}

function databaseLines({ inspection, memories, projects }: DatabaseReport): readonly string[] {
  if (inspection.state === 'absent') return ['- not there yet: nothing was saved'];
  const lines: string[] = [];
  if (memories) {
    lines.push(
      `- ${memories.live} live memories, ${memories.forgotten} forgotten, ${memories.expired} expired, ` +
        `${memories.history} older versions, ${memories.purged} deleted for good`,
    );
  }
  if (projects !== undefined) lines.push(`- ${projects} projects`);
  for (const base of inspection.bases) {
    const position = base.sequence === undefined ? '' : `, up to change ${base.sequence}`;
    lines.push(`- ${base.name}: ${size(base.bytes)}${position}${base.whole ? '' : ', DAMAGED'}`);
  }
  for (const log of inspection.logs) {
    const wrong = log.damagedBytes > 0 ? `, ${log.damagedBytes} bytes DAMAGED` : '';
    lines.push(
      `- ${log.name}: ${size(log.bytes)}, ${log.frames} changes, ${log.voidFrames} void${wrong}` +
        (log.sealed ? ', sealed' : ''),
    );
  }
  lines.push(`- last compaction: ${inspection.lastCompaction ?? 'none yet'}`);
  return lines;
}

function checkLines(report: DoctorReport, database: string): readonly string[] {
  return report.checks
    .filter((check) => check.database === database)
    .map(({ status, check, message }) => `- [${status}] ${check}: ${message}`);
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
