import * as vscode from 'vscode';
import type { ToolReply } from '../../tools/tool';
import { commands } from '../contributions';
import { refusalText } from '../refusalTexts';

/** Shows a refusal of a tool to the person, with the one step that helps. */
export async function showRefusal(
  reply: ToolReply,
  inWords = (message: string): string => vscode.l10n.t('Nothing was saved: {0}', message),
): Promise<void> {
  const { code, message } = refusal(reply);
  const step = nextStep(code);
  const button = step === undefined ? [] : [step.title];
  if (
    (await vscode.window.showErrorMessage(inWords(refusalText(code, message)), ...button)) !== undefined &&
    step !== undefined
  ) {
    await vscode.commands.executeCommand(step.command);
  }
}

function nextStep(
  code: string | undefined,
): { readonly title: string; readonly command: string } | undefined {
  switch (code) {
    case 'ambiguous_project':
    case 'project_disabled':
      return { title: vscode.l10n.t('Choose Project'), command: commands.chooseProject.id };
    case 'store_unavailable':
    case 'read_only':
      return { title: vscode.l10n.t('Show Log'), command: commands.showLog.id };
    default:
      return undefined;
  }
}

function refusal(reply: ToolReply): { readonly code?: string; readonly message: string } {
  const [text = ''] = reply.texts;
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    return { ...(error?.code === undefined ? {} : { code: error.code }), message: error?.message ?? text };
  } catch {
    return { message: text };
  }
}
