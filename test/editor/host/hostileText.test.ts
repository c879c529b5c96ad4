import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';

const HOSTILE = [
  '[run](command:workbench.action.closeWindow) <a href="command:workbench.action.quit">quit</a>',
  '![pixel](https://evil.example/pixel.png) <img src="https://evil.example/pixel.png">',
  '<script>alert(1)</script> [js](javascript:alert(1)) [file](file:///etc/passwd)',
  '[ref][r]\n\n[r]: command:workbench.action.quit',
].join('\n\n');

async function invoke(tool: string, input: object): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Record<string, unknown>;
}

describe('a memory whose text is hostile Markdown', () => {
  before(async () => {
    await vscode.extensions.getExtension('project-memory.project-memory')?.activate();
    // The editor's own Markdown support is what would make links of it.
    await vscode.extensions.getExtension('vscode.markdown-language-features')?.activate();
  });

  it('offers no link to a command or a script in its document', async () => {
    const saved = await invoke('projectMemory_mem_save', { title: 'Hostile', content: HOSTILE });
    const { id } = saved['observation'] as { readonly id: string };
    const answer = await invoke('projectMemory_mem_current_project', {});
    const [project] = answer['project_candidates'] as readonly { readonly id: string }[];
    const uri = vscode.Uri.from({ scheme: 'project-memory', path: `/${project?.id ?? ''}/${id}/Hostile.md` });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.ok(document.getText().includes(HOSTILE), 'the text itself is shown as it is');
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      uri,
      100,
    );
    // What the editor makes a link of in any text, and opens as a page or a file.
    const plain = ['https', 'file'];
    assert.deepEqual(
      links.map(({ target }) => target?.scheme ?? '').filter((scheme) => !plain.includes(scheme)),
      [],
    );
  });
});
