import * as z from 'zod';
import { requestState, type Repeated } from '../memory/requests';
import { knowsSources, saveStatement, sourcesOf, type StatementInput } from '../memory/statements';
import { requestConflict, saveOnce } from './idempotency';
import {
  codePoints,
  LABEL_LENGTH,
  nameForm,
  nonBlank,
  projectParameters,
  redactedHint,
  SOURCE_LENGTH,
  tooLong,
} from './parameters';
import { writeScope } from './projectScope';
import { takenFrom } from './takenFrom';
import { defineTool, type ToolResult } from './tool';
import { envelope, invalidParams, type Failed } from './toolFailure';

const API_VERSION = '1.0';
const CONTENT_LENGTH = 100_000;
const SOURCES_LIMIT = 50;
const DEFAULT_CONFIDENCE = 0.5;
const OUT_OF_RANGE = 'confidence must be between 0 and 1';
const UNKNOWN_SOURCES = 'derived_from contains unknown memory ids';
const LENGTHS = {
  workspace: LABEL_LENGTH,
  scope: LABEL_LENGTH,
  source: LABEL_LENGTH,
  source_id: SOURCE_LENGTH,
  source_hash: LABEL_LENGTH,
  source_revision: LABEL_LENGTH,
  fact_key: LABEL_LENGTH,
};
const BLANK_PLACE = 'workspace and scope must not be empty';

const input = z.object({
  content: z
    .string({
      error: (issue) => (issue.input === undefined ? 'content must not be empty' : 'content must be text'),
    })
    .describe('The fact, decision or note. Not blank, at most 100,000 characters.'),
  workspace: z
    .string()
    .optional()
    .describe('Named area inside the project; made when it does not exist. Default: default.'),
  scope: z
    .string()
    .optional()
    .describe('Label to filter by, e.g. shared or private. Restricts nothing. Default: shared.'),
  source: z.string().optional().describe('Who saves it, e.g. owner or agent. Default: owner.'),
  source_id: z
    .string()
    .optional()
    .describe(
      'Where it comes from: a document, file or session, e.g. docs/deploy.md or docs/deploy.md#L10-L20. At most 1,024 characters; other labels 256.',
    ),
  source_hash: z
    .string()
    .optional()
    .describe('Hash of the source, e.g. sha256:9f2c4e1a, to notice later that it changed. Needs source_id.'),
  source_revision: z.string().optional().describe('Version of the source: a tag or revision.'),
  fact_key: z
    .string()
    .optional()
    .describe('Key of the topic. Records with one key and different content are shown as a conflict.'),
  confidence: z.number({ error: OUT_OF_RANGE }).optional().describe('0.0 to 1.0, default 0.5.'),
  derived_from: z
    .array(z.string(), { error: 'derived_from must be a list of memory ids' })
    .optional()
    .describe(
      'Ids of the memories that this one summarises, at most 50. Always give it with a summary: it takes the worst status of its sources.',
    ),
  ...projectParameters,
});

export const remember = defineTool({
  name: 'remember',
  title: 'Remember a statement',
  referenceName: 'remember',
  description:
    'Add a fact, decision or note to the memory of this project together with where it comes from (source_id, source_hash). ' +
    'Append-only: never overwrites or deletes; saving the same fact_key again adds a newer version, and versions that contradict are marked as a conflict until someone judges. ' +
    'Use it for statements that cite a document, file or session and for summaries of other memories (derived_from); save unasked what you read there and will need again. ' +
    'Use mem_save for observations from your work, memory for short facts about the user. Never save secrets, nor what one look at the code tells.',
  input,
  output: z.object({
    id: z.string(),
    api_version: z.string(),
    workspace: z.string(),
    tenant_id: z.string(),
    project_id: z.string(),
    scope: z.string(),
    status: z.string(),
    // Text or null: of no declared type, since clients refuse unions.
    source_id: z.unknown(),
    source_hash: z.unknown(),
    derived_from: z.array(z.string()),
    created_at: z.string(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  purpose: () => 'save',
  idempotent: true,
  errorTexts: (failure) => [
    `Error executing tool remember: ${failure.message}`,
    ...(failure.details === undefined ? [] : [envelope(failure)]),
  ],
  async handle(call, context): Promise<ToolResult> {
    const workspace = nameForm(call.workspace ?? 'default');
    const scope = (call.scope ?? 'shared').trim();
    const derivedFrom = call.derived_from ?? [];
    const confidence = call.confidence ?? DEFAULT_CONFIDENCE;
    const sourceId = nonBlank(call.source_id);
    const sourceHash = nonBlank(call.source_hash);
    if (call.content.trim() === '') return invalidParams('content must not be empty');
    if (codePoints(call.content) > CONTENT_LENGTH)
      return invalidParams('content exceeds maximum allowed length');
    if (workspace === '' || scope === '') return invalidParams(BLANK_PLACE);
    if (!(confidence >= 0 && confidence <= 1)) return invalidParams(OUT_OF_RANGE);
    if (sourceHash !== undefined && sourceId === undefined)
      return invalidParams('source_id is required when source_hash is provided');
    if (derivedFrom.length > SOURCES_LIMIT)
      return invalidParams('derived_from accepts at most 50 memory ids');
    const long = tooLong(call, LENGTHS);
    if (long !== undefined) return long;

    const target = await writeScope(context, call, sourceId === undefined ? [] : [sourceId]);
    if (target.kind === 'error') return target;
    const { host } = context;
    const known = await host.use(target.area, (opened) =>
      opened.read(
        (db) =>
          // What was answered once is answered again, whatever became of its sources.
          requestState(db, workspace, context.request, host.now()).kind !== 'new' ||
          knowsSources(db, derivedFrom, host.timestamp()),
      ),
    );
    if (!known) return invalidParams(UNKNOWN_SOURCES);
    const catalog = await host.catalog();
    const claim = await catalog.claimWorkspace(workspace, target.area.id);
    if (claim === 'deleted') return workspaceDeleted(workspace);
    if (claim === 'denied') return invalidParams('403 Forbidden: workspace access denied for project');

    const taken = await takenFrom(target.area, sourceId, context);
    const revision = nonBlank(call.source_revision);
    const key = nonBlank(call.fact_key);
    const statement: StatementInput = {
      content: call.content,
      workspace,
      scope,
      source: nonBlank(call.source) ?? 'owner',
      confidence,
      derivedFrom,
      savedBy: context.savedBy,
      ...(sourceId === undefined ? {} : { sourceId }),
      ...(sourceHash === undefined ? {} : { sourceHash }),
      ...(taken === undefined ? {} : { sourceHashTaken: taken }),
      ...(revision === undefined ? {} : { sourceRevision: revision }),
      ...(key === undefined ? {} : { factKey: nameForm(key) }),
    };
    const admission = await host.limits.admission();
    const once = await host.use(target.area, (opened) =>
      opened.write((tx) =>
        saveOnce<Repeated | undefined>(
          tx,
          context,
          { tool: 'remember', workspace },
          {
            save: () => {
              const result = saveStatement(tx, statement, host.timestamp());
              if (result.kind === 'unknown_sources') return { value: undefined };
              admission.assertRoom(tx, { store: opened.store, kind: 'project', workspace });
              const saved = { memory: result.row.uuid, outcome: 'inserted', at: result.row.created_at };
              return { value: saved, saved };
            },
            repeat: (first) => first,
          },
        ),
      ),
    );
    if (once.kind === 'conflict') return requestConflict();
    const saved = once.value;
    if (saved === undefined) return invalidParams(UNKNOWN_SOURCES);
    // The person may have deleted the area after the first look, and forgotten what it held before this came.
    if ((await catalog.claimWorkspace(workspace, target.area.id)) === 'deleted') {
      await host.forget(target.area, [saved.memory], context.savedBy);
      return workspaceDeleted(workspace);
    }
    const note = redactedHint(context.redacted);
    return {
      kind: 'ok',
      value: {
        id: saved.memory,
        api_version: API_VERSION,
        workspace,
        tenant_id: await catalog.tenantId(),
        project_id: target.area.id,
        scope,
        status: 'unverified',
        source_id: sourceId ?? null,
        source_hash: sourceHash ?? null,
        derived_from: sourcesOf(statement),
        created_at: saved.at,
      },
      ...(note === undefined ? {} : { note }),
    };
  },
});

function workspaceDeleted(workspace: string): Failed {
  return invalidParams(`workspace '${workspace}' was deleted and cannot be reused`);
}
