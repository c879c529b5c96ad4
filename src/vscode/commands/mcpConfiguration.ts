import * as vscode from 'vscode';
import { writeLauncher } from '../launcher';
import type { ServerLocation } from '../mcpProvider';

/** Copies what another MCP client needs to start the server. It names only the launcher, so it outlives updates. */
export async function copyMcpConfiguration(location: ServerLocation): Promise<void> {
  const formats = [
    {
      label: 'mcpServers',
      description: vscode.l10n.t('Claude Code, Cursor, Windsurf, Gemini CLI and most others'),
      wrap: (server: object): object => ({ mcpServers: { 'project-memory': server } }),
    },
    {
      label: 'servers',
      description: vscode.l10n.t('mcp.json of Visual Studio Code'),
      wrap: (server: object): object => ({ servers: { 'project-memory': { type: 'stdio', ...server } } }),
    },
  ];
  const format = await vscode.window.showQuickPick(formats, {
    title: vscode.l10n.t('Copy MCP Configuration'),
    placeHolder: vscode.l10n.t('Which form does the client read?'),
  });
  if (format === undefined) return;
  const launcher = await writeLauncher(location.storageDirectory, location.serverFile);
  const text = JSON.stringify(format.wrap({ command: 'node', args: [launcher] }), null, 2);
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('MCP configuration copied. It needs Node.js 20.15 or later on the PATH.'),
  );
}
