import * as vscode from 'vscode';
import { FORBIDDEN } from '../guard/forbiddenCharacters';
import { SEEN } from '../guard/phrases/phrase';

type Seen = (typeof SEEN)[keyof typeof SEEN] | (typeof FORBIDDEN)[keyof typeof FORBIDDEN];

const ALL: readonly Seen[] = [...Object.values(SEEN), ...Object.values(FORBIDDEN)];

/** What the guard saw in a text, in the person's language. `seen`: the guard's English words, of one thing or of two. */
export function seenText(seen: string): string {
  const texts = ALL.filter((known) => seen.includes(known)).map(textOf);
  return texts.length === 0 ? seen : texts.join(', ');
}

function textOf(seen: Seen): string {
  switch (seen) {
    case SEEN.override:
      return vscode.l10n.t('an order to ignore or override instructions');
    case SEEN.role:
      return vscode.l10n.t('an order to take another role or drop restrictions');
    case SEEN.hide:
      return vscode.l10n.t('an order to hide something from the person');
    case SEEN.exfiltrate:
      return vscode.l10n.t('an order to send data away');
    case SEEN.recall:
      return vscode.l10n.t('an order to act when this is recalled');
    case SEEN.leak:
      return vscode.l10n.t('an order to reveal the prompt');
    case SEEN.message:
      return vscode.l10n.t('a forged system, tool or assistant message');
    case SEEN.markup:
      return vscode.l10n.t('forged chat markup');
    case SEEN.falsify:
      return vscode.l10n.t('an order to skip checks and call the outcome good');
    case SEEN.remote:
      return vscode.l10n.t('an order to run code from elsewhere');
    case SEEN.encoded:
      return vscode.l10n.t('an encoded order');
    case FORBIDDEN.overrides:
      return vscode.l10n.t('characters that reorder text (bidirectional overrides)');
    case FORBIDDEN.isolates:
      return vscode.l10n.t('characters that reorder text (unbalanced isolates)');
    case FORBIDDEN.tags:
      return vscode.l10n.t('invisible tag characters');
    case FORBIDDEN.zeroWidth:
      return vscode.l10n.t('a run of zero-width characters');
    case FORBIDDEN.selectors:
      return vscode.l10n.t('a run of variation selectors');
  }
}
