import * as vscode from 'vscode';
import type { Background } from '../../memory/background';
import type { Caveat, MemoryRecord } from '../../memory/types';
import { plainMarkdown } from '../plainMarkdown';
import { freshnessText } from '../sourceTexts';
import { firstLine, groupName, kindName, moment, saverName, scopeName, standing } from './memoryTexts';

/** A hover shows this much of a memory; opening it shows all. */
const TEXT_LENGTH = 1200;
/** The area that every project has: its name tells nothing. */
const COMMON_AREA = 'default';

/**
 * The whole passport of a memory. Text of memories is never markup here: an untrusted text must load no image
 * and offer no link.
 */
export function memoryTooltip(record: MemoryRecord, background: Background): vscode.MarkdownString {
  const rows = passport(record, background).map(([name, value]) => `*${name}:* ${plainMarkdown(value)}`);
  return new vscode.MarkdownString(
    `**${plainMarkdown(record.label)}**\n\n${plainMarkdown(shortened(record.content))}\n\n---\n\n${rows.join('  \n')}`,
  );
}

/** Of memories that contradict each other: the texts, the newest first. */
export function contradictionTooltip(records: readonly MemoryRecord[]): vscode.MarkdownString {
  const length = Math.floor(TEXT_LENGTH / records.length);
  const texts = [...records]
    .reverse()
    .map(
      (record) =>
        `**${plainMarkdown(record.label)}** · ${plainMarkdown(moment(record.updatedAt))}\n\n${plainMarkdown(shortened(record.content, length))}`,
    );
  return new vscode.MarkdownString(texts.join('\n\n---\n\n'));
}

function shortened(text: string, length = TEXT_LENGTH): string {
  const points = [...text.slice(0, length * 2)];
  return points.length < length ? text : `${points.slice(0, length).join('')}…`;
}

function passport(record: MemoryRecord, background: Background): [string, string][] {
  const rows: [string, string | undefined][] = [
    [
      vscode.l10n.t('Kind'),
      record.type === undefined ? kindName(record) : `${kindName(record)} · ${groupName(record.type)}`,
    ],
    [vscode.l10n.t('Status'), standing(record).join(' · ') || vscode.l10n.t('unverified')],
    [vscode.l10n.t('Project'), record.area.kind === 'project' ? record.area.name : undefined],
    [vscode.l10n.t('Area'), record.workspace === COMMON_AREA ? undefined : record.workspace],
    [vscode.l10n.t('Scope'), scopeName(record.scope)],
    [vscode.l10n.t('Key'), record.kind === 'fact' ? undefined : record.key],
    [vscode.l10n.t('Saved by'), saverName(record.savedBy)],
    [vscode.l10n.t('Answers'), background.prompt === undefined ? undefined : firstLine(background.prompt)],
    [vscode.l10n.t('Saved'), moment(record.createdAt)],
    [vscode.l10n.t('Changed'), record.updatedAt === record.createdAt ? undefined : moment(record.updatedAt)],
    [vscode.l10n.t('Expires'), record.expiresAt === undefined ? undefined : moment(record.expiresAt)],
    [vscode.l10n.t('Reviewed'), record.reviewedAt === undefined ? undefined : moment(record.reviewedAt)],
    [
      vscode.l10n.t('Review due'),
      background.reviewAfter === undefined ? undefined : moment(background.reviewAfter),
    ],
    [vscode.l10n.t('Confidence'), record.confidence === undefined ? undefined : percent(record.confidence)],
    [vscode.l10n.t('Source'), joined(record.source, record.sourceId, record.sourceContext)],
    [vscode.l10n.t('Source hash'), record.sourceHash],
    [vscode.l10n.t('Source revision'), record.sourceRevision],
    [
      vscode.l10n.t('Freshness'),
      record.freshness === undefined ? undefined : freshnessText(record.freshness),
    ],
    [vscode.l10n.t('Derived from'), count(record.derivedFrom)],
    [vscode.l10n.t('Sources that are gone'), count(record.missingSources)],
    [vscode.l10n.t('Superseded by'), named(record, 'superseded_by')],
    [vscode.l10n.t('Contradicted by'), named(record, 'conflicts_with')],
    [vscode.l10n.t('Compared with'), joined(...background.compared.map(({ label }) => firstLine(label, 80)))],
    [vscode.l10n.t('Revision'), record.revision > 1 ? String(record.revision) : undefined],
    [
      vscode.l10n.t('Version'),
      record.version.of > 1 ? vscode.l10n.t('{0} of {1}', record.version.n, record.version.of) : undefined,
    ],
    [vscode.l10n.t('Saved again'), record.duplicateCount > 1 ? String(record.duplicateCount) : undefined],
  ];
  return rows.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
}

function joined(...parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.filter((part) => part !== undefined);
  return present.length === 0 ? undefined : present.join(' · ');
}

/** Labels of what stands against the memory. */
function named({ caveats }: MemoryRecord, relation: Caveat['relation']): string | undefined {
  return joined(
    ...caveats
      .filter((caveat) => caveat.relation === relation)
      .map(({ otherTitle }) => firstLine(otherTitle, 80)),
  );
}

function count(ids: readonly string[]): string | undefined {
  return ids.length === 0 ? undefined : String(ids.length);
}

function percent(fraction: number): string {
  return new Intl.NumberFormat(vscode.env.language, { style: 'percent' }).format(fraction);
}
