import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { age } from '../age';

/** Name of a group of memories, as people read it: one of the types models save, or the saver's own word. */
export function groupName(type: string): string {
  switch (type) {
    case 'bugfix':
      return vscode.l10n.t('Bug Fixes');
    case 'decision':
      return vscode.l10n.t('Decisions');
    case 'policy':
      return vscode.l10n.t('Policies');
    case 'architecture':
      return vscode.l10n.t('Architecture');
    case 'discovery':
      return vscode.l10n.t('Discoveries');
    case 'pattern':
      return vscode.l10n.t('Patterns');
    case 'config':
      return vscode.l10n.t('Configuration');
    case 'preference':
    case 'preferences':
      return vscode.l10n.t('Preferences');
    case 'session_summary':
      return vscode.l10n.t('Session Summaries');
    case 'statement':
      return vscode.l10n.t('Statements');
    case 'profile':
      return vscode.l10n.t('Profile');
    case 'technical':
      return vscode.l10n.t('Technical');
    case 'projects':
      return vscode.l10n.t('Projects');
    case 'other':
      return vscode.l10n.t('Other');
    default:
      return type;
  }
}

const GROUP_ICONS: Readonly<Record<string, string>> = {
  bugfix: 'bug',
  decision: 'milestone',
  policy: 'law',
  architecture: 'symbol-structure',
  discovery: 'lightbulb',
  pattern: 'symbol-ruler',
  config: 'settings-gear',
  preference: 'heart',
  preferences: 'heart',
  session_summary: 'history',
  statement: 'quote',
  profile: 'account',
  technical: 'tools',
  projects: 'project',
};

export function groupIcon(type: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(GROUP_ICONS[type] ?? 'tag');
}

/** Icon by kind, coloured by status; the colour is said in words beside it (`standing`). */
export function memoryIcon(record: MemoryRecord): vscode.ThemeIcon {
  const icon = record.pinned ? 'pinned' : kindIcon(record);
  if (record.expired) return new vscode.ThemeIcon(icon, new vscode.ThemeColor('disabledForeground'));
  switch (record.status) {
    case 'conflict':
      return new vscode.ThemeIcon(icon, new vscode.ThemeColor('list.errorForeground'));
    case 'stale':
      return new vscode.ThemeIcon(icon, new vscode.ThemeColor('list.warningForeground'));
    case 'unverified':
      return new vscode.ThemeIcon(icon);
  }
}

function kindIcon(record: MemoryRecord): string {
  switch (record.kind) {
    case 'fact':
      return 'key';
    case 'observation':
      return 'note';
    case 'statement':
      return 'quote';
  }
}

/** What a memory is, in a list of several kinds: the name of its group, or of what has no groups. */
export function typeName({ kind, type }: MemoryRecord): string | undefined {
  if (type !== undefined) return groupName(type);
  return kind === 'statement' ? groupName('statement') : undefined;
}

export function kindName(record: MemoryRecord): string {
  switch (record.kind) {
    case 'fact':
      return vscode.l10n.t('Fact');
    case 'observation':
      return vscode.l10n.t('Observation');
    case 'statement':
      return vscode.l10n.t('Statement');
  }
}

/** For whom a memory counts, in the person's language; a saver's own word stays as it is. */
export function scopeName(scope: string): string {
  switch (scope) {
    case 'project':
      return vscode.l10n.t('project');
    case 'personal':
      return vscode.l10n.t('personal');
    case 'user':
      return vscode.l10n.t('user');
    case 'global':
      return vscode.l10n.t('global');
    case 'shared':
      return vscode.l10n.t('shared');
    default:
      return scope;
  }
}

/** Who saved a memory: the surfaces of the editor in the person's words, an MCP client by its name. */
export function saverName(savedBy: string): string {
  switch (savedBy) {
    case 'person':
      return vscode.l10n.t('you');
    case 'chat tool':
      return vscode.l10n.t('an agent in chat');
    default:
      return savedBy;
  }
}

/** Everything unusual about a memory, in words; empty for an ordinary one. */
export function standing(record: MemoryRecord): string[] {
  const words: string[] = [];
  if (record.deletedAt !== undefined) words.push(vscode.l10n.t('forgotten'));
  if (record.expired) words.push(vscode.l10n.t('expired'));
  if (record.status === 'conflict') words.push(vscode.l10n.t('conflict'));
  if (record.status === 'stale') words.push(vscode.l10n.t('stale'));
  if (record.supersededBy !== undefined) words.push(vscode.l10n.t('superseded'));
  if (record.pinned) words.push(vscode.l10n.t('pinned'));
  return words;
}

/** Status and age, as a row shows them beside the label. */
export function memoryDescription(record: MemoryRecord, now: Date): string {
  return [...standing(record), age(record.updatedAt, now, vscode.env.language)].join(' · ');
}

/** The same in the tree, where a key alone would not tell two memories apart: the text comes before the age. */
export function rowDescription(record: MemoryRecord, now: Date): string {
  const value = valueBesideKey(record);
  return [
    ...standing(record),
    ...(value === undefined ? [] : [value]),
    age(record.updatedAt, now, vscode.env.language),
  ].join(' · ');
}

/** The text where the label is only a key: several memories may share it. */
export function valueBesideKey(record: MemoryRecord): string | undefined {
  return record.kind === 'observation' || record.key === undefined
    ? undefined
    : firstLine(record.content, 80);
}

/** A memory without its front matter, in which any two differ: what a person needs to know which of them is right. */
export function comparedText(record: MemoryRecord): string {
  const about: readonly (readonly [string, string | undefined])[] = [
    [vscode.l10n.t('Saved by'), saverName(record.savedBy)],
    [vscode.l10n.t('Saved'), moment(record.createdAt)],
    [vscode.l10n.t('Source'), record.sourceId ?? record.source],
  ];
  const lines = about.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return `${firstLine(record.label)}\n\n${lines.join('\n')}\n\n${record.content}\n`;
}

/** A point in time, as people write it. `iso`: ISO 8601 */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
}

/** One line that a screen reader speaks for a row. */
export function spokenMemory(record: MemoryRecord, now: Date): string {
  return [record.label, valueBesideKey(record), kindName(record), memoryDescription(record, now)]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** One line of a text, for rows that have room for one. */
export function firstLine(text: string, characters = 200): string {
  const points = [
    ...text
      .slice(0, characters * 4)
      .replace(/\s+/g, ' ')
      .trim(),
  ];
  return points.length <= characters ? points.join('') : `${points.slice(0, characters - 1).join('')}…`;
}
