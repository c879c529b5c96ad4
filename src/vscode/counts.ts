import * as vscode from 'vscode';

/**
 * So many memories, in the plural form that a language has for the number (CLDR, through `Intl.PluralRules`): English
 * needs two, Russian three.
 */
export function memoryCount(count: number): string {
  switch (new Intl.PluralRules(textLanguage()).select(count)) {
    case 'one':
      return vscode.l10n.t('{0} memory', count);
    case 'few':
      return vscode.l10n.t({ message: '{0} memories', args: [count], comment: ['few'] });
    default:
      return vscode.l10n.t('{0} memories', count);
  }
}

/** How much waits for the person, as the badge of the view says it. */
export function attentionCount(count: number): string {
  return new Intl.PluralRules(textLanguage()).select(count) === 'one'
    ? vscode.l10n.t('{0} needs attention', count)
    : vscode.l10n.t('{0} need attention', count);
}

/** The language of our texts: English where there is no translation into the editor's. */
function textLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}
