import * as vscode from 'vscode';
import type { observationTypes } from '../../memory/observations';
import { userOrProjectMemory } from '../areas';
import { commands } from '../contributions';
import { openMemory } from '../memoryDocuments';
import { memoryUri } from '../memoryUri';
import type { MemorySession } from '../session';
import { askSuspicious } from '../suspiciousText';
import { firstLine, groupName } from '../views/memoryTexts';
import { sentences } from '../sentences';
import { showRefusal } from './replies';

/** A text chosen in an editor, and where it stands. */
interface Selection {
  readonly text: string;
  /** `src/a.ts#L3-L9`, lines from 1: the form in which a source cites lines. */
  readonly place: string;
}

/** Asks title, type and (without a selection) text, then saves through the same door as an agent. */
export async function saveMemory(session: MemorySession): Promise<void> {
  const { engine } = await import('../engine');
  const selection = selectionOf(vscode.window.activeTextEditor);
  const title = await askTitle(selection);
  if (title === undefined) return;
  const type = await askType(engine.observationTypes, selection);
  if (type === undefined) return;
  const content = selection?.text ?? (await askContent());
  if (content === undefined) return;
  const reply = await engine.runTool(
    engine.memSave,
    { title, type, content, capture_prompt: false },
    {
      ...(await session.toolContext('person')),
      ...(selection === undefined ? {} : { sourceId: selection.place }),
      confirm: askSuspicious,
    },
  );
  if (reply.isError) return showRefusal(reply);
  const guard = await (await session.host()).guard();
  await reportSaved(session, reply.structured ?? {}, title, guard.redact({ title, content }).rules);
}

function selectionOf(editor: vscode.TextEditor | undefined): Selection | undefined {
  if (editor === undefined || editor.selection.isEmpty) return undefined;
  const { document, selection } = editor;
  const text = document.getText(selection);
  if (text.trim() === '') return undefined;
  const path = vscode.workspace.asRelativePath(document.uri, false);
  // A selection that ends at the start of a line does not hold that line.
  const last =
    selection.end.character === 0 && selection.end.line > selection.start.line
      ? selection.end.line
      : selection.end.line + 1;
  const first = selection.start.line + 1;
  return { text, place: first === last ? `${path}#L${first}` : `${path}#L${first}-L${last}` };
}

function askTitle(selection: Selection | undefined): Thenable<string | undefined> {
  return vscode.window
    .showInputBox({
      title: vscode.l10n.t('Save Memory (1/{0}): title', selection === undefined ? 3 : 2),
      prompt:
        selection === undefined
          ? vscode.l10n.t('One line by which it will be found')
          : vscode.l10n.t(
              'One line by which it will be found. The text is the selection: {0}',
              selection.place,
            ),
      placeHolder: vscode.l10n.t('e.g. Sessions live in Redis, not in the database'),
      ignoreFocusOut: true,
      validateInput: (text) => {
        if (text.length > 0 && text.trim() === '') return vscode.l10n.t('The title must not be blank');
        return [...text].length > 300 ? vscode.l10n.t('At most 300 characters') : undefined;
      },
    })
    .then((text) => (text?.trim() === '' ? undefined : text?.trim()));
}

async function askType(
  types: typeof observationTypes,
  selection: Selection | undefined,
): Promise<string | undefined> {
  const items = types.map((type) => ({
    label: groupName(type),
    description: meaning(type),
    type,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Save Memory (2/{0}): type', selection === undefined ? 3 : 2),
    placeHolder: vscode.l10n.t('What kind of memory is it?'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.type;
}

async function askContent(): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Save Memory (3/3): text'),
    prompt: vscode.l10n.t(
      'What should be remembered, and why. For a longer text, select it in an editor first.',
    ),
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.length > 0 && value.trim() === '' ? vscode.l10n.t('The text must not be blank') : undefined,
  });
  return text === undefined || text.trim() === '' ? undefined : text;
}

function meaning(type: (typeof observationTypes)[number]): string {
  switch (type) {
    case 'bugfix':
      return vscode.l10n.t('what broke, its cause and the fix');
    case 'decision':
      return vscode.l10n.t('what was decided, and why');
    case 'policy':
      return vscode.l10n.t('a rule that must be kept');
    case 'architecture':
      return vscode.l10n.t('how the parts fit together');
    case 'discovery':
      return vscode.l10n.t('something found out');
    case 'pattern':
      return vscode.l10n.t('a convention of this code');
    case 'config':
      return vscode.l10n.t('set-up, environment, build');
    case 'preference':
      return vscode.l10n.t('how you like things done here');
  }
}

async function reportSaved(
  session: MemorySession,
  answer: Readonly<Record<string, unknown>>,
  title: string,
  redacted: readonly string[],
): Promise<void> {
  const project = typeof answer['project'] === 'string' ? answer['project'] : '';
  const text =
    answer['status'] === 'deduplicated'
      ? vscode.l10n.t('Already remembered in {0}: {1}', project, firstLine(title, 80))
      : vscode.l10n.t('Remembered in {0}: {1}', project, firstLine(title, 80));
  const removed =
    redacted.length === 0 ? [] : [vscode.l10n.t('Removed before saving: {0}.', redacted.join(', '))];
  const doubted = candidateTitles(answer);
  const doubt =
    doubted.length === 0
      ? []
      : [vscode.l10n.t('It may repeat or contradict what was known: {0}.', doubted.join(', '))];
  const open = vscode.l10n.t('Open');
  const compare = vscode.l10n.t('Compare');
  const said = await vscode.window.showInformationMessage(
    sentences(text, ...removed, ...doubt),
    ...(doubted.length === 0 ? [open] : [compare, open]),
  );
  if (said === undefined) return;
  const id: unknown = Reflect.get(Object(answer['observation']) as object, 'id');
  const record = typeof id === 'string' ? await userOrProjectMemory(session, id) : undefined;
  if (record === undefined) return;
  if (said === open) await openMemory(record);
  else await vscode.commands.executeCommand(commands.resolveConflict.id, memoryUri(record));
}

/** Titles of what a save may repeat or contradict. */
function candidateTitles(answer: Readonly<Record<string, unknown>>): readonly string[] {
  const candidates: unknown = answer['candidates'];
  if (!Array.isArray(candidates)) return [];
  return candidates.flatMap((candidate: unknown) => {
    const title: unknown = Reflect.get(Object(candidate) as object, 'title');
    return typeof title === 'string' ? [firstLine(title, 80)] : [];
  });
}
