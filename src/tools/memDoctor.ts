import * as z from 'zod';
import { diagnose, projectNames, type DatabaseReport, type DoctorCheck } from '../memory/doctor';
import { unknownProject } from '../project/failures';
import { joinHints, nonBlank } from './parameters';
import { projectFailed } from './projectScope';
import { defineTool, type ToolResult } from './tool';
import { invalidParams } from './toolFailure';
import { fit } from './views';

/** Of the reply, for each of its lists. */
const ISSUES_BYTES = 1_500;
const CHECKS_BYTES = 3_500;
const DATABASES_BYTES = 2_000;

export const memDoctor = defineTool({
  name: 'mem_doctor',
  title: 'Check the store',
  referenceName: 'mem_doctor',
  description:
    'Check the store of the memories: whether every database is whole, what was damaged and healed, unfinished moves, permissions, kind of disk, sizes and counts. Changes nothing. ' +
    'Use it when a memory is missing or a save fails. It is the report of the command Check Store and of `mcp-server.js doctor`, which can also repair.',
  input: z.object({
    project: z.string().optional().describe('Of the projects only this one, by name or id. Default: all.'),
    check: z.string().optional().describe('Only the checks of this name, e.g. logs or permissions.'),
  }),
  output: z.object({
    healthy: z.boolean(),
    checks: z.array(z.object({})),
    counts: z.object({}),
    issues: z.array(z.string()),
    databases: z.array(z.object({})),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  purpose: () => 'read',
  async handle(call, { host }): Promise<ToolResult> {
    const project = nonBlank(call.project)?.trim();
    const options = {
      storageDirectory: host.storageDirectory,
      wasmFile: host.wasmFile,
      now: host.timestamp(),
    };
    const report = await diagnose(project === undefined ? options : { ...options, project });
    if (project !== undefined && projectNames(report).length === 0) {
      const names = (await (await host.catalog()).list()).map(({ name }) => name);
      return projectFailed(unknownProject(project, undefined, names));
    }
    const wanted = nonBlank(call.check)?.trim();
    const names: readonly string[] = [...new Set(report.checks.map(({ check }) => check))];
    if (wanted !== undefined && !names.includes(wanted))
      return invalidParams(`check is not one of: ${names.join(', ')}`);
    const checks = report.checks.filter(({ check }) => wanted === undefined || check === wanted);
    // What is wrong comes first: the rest is what may be cut.
    const ordered = [...checks].sort((a, b) => weight(b) - weight(a));
    const shown = fit(ordered, CHECKS_BYTES);
    const issues = fit(report.issues, ISSUES_BYTES);
    const databases = fit(report.databases.map(databaseView), DATABASES_BYTES);
    const cut =
      shown.length < checks.length ||
      issues.length < report.issues.length ||
      databases.length < report.databases.length;
    return {
      kind: 'ok',
      value: {
        healthy: report.healthy,
        checks: shown,
        counts: report.counts,
        issues,
        databases,
        ...joinHints([
          cut
            ? 'The report is longer than an answer may be: pass project or check to see the rest.'
            : undefined,
        ]),
      },
    };
  },
});

function weight({ status }: DoctorCheck): number {
  return { error: 2, warning: 1, ok: 0 }[status];
}

/** What a database consists of, in numbers. */
function databaseView({ name, kind, memories, inspection }: DatabaseReport): Record<string, unknown> {
  const { bases, logs, lastCompaction } = inspection;
  return {
    name,
    kind,
    ...(memories === undefined ? {} : { memories: memories.live, forgotten: memories.forgotten }),
    bases: bases.length,
    logs: logs.length,
    bytes: [...bases, ...logs].reduce((total, { bytes }) => total + bytes, 0),
    void_frames: logs.reduce((total, { voidFrames }) => total + voidFrames, 0),
    damaged_bytes: logs.reduce((total, { damagedBytes }) => total + damagedBytes, 0),
    ...(lastCompaction === undefined ? {} : { last_compaction: lastCompaction }),
  };
}
