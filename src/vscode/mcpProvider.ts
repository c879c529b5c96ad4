import path from 'node:path';
import * as vscode from 'vscode';
import { mcpProviderId } from './contributions';
import { projectOverride, surfaces, toolSet } from './settings';

/**
 * Megabytes of the half space in which V8 makes new objects. Of itself V8 lets it grow to 16 and keeps it: of the
 * server with 10,000 memories 30 MB less stay resident this way (bench/storeMemory.ts).
 */
const YOUNG_GENERATION = '--max-semi-space-size=2';

export interface ServerLocation {
  readonly serverFile: string;
  readonly storageDirectory: string;
  readonly extensionVersion: string;
}

/**
 * Offers the MCP server to chat. The definition is complete at once and changes only with version, storage, tool set
 * or the project's setting: the editor stops a running server whose definition changed. `beforeStart`: what has to be
 * done before the editor starts it.
 */
export function registerMcpServer(
  location: ServerLocation,
  beforeStart: () => Promise<void>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    // Folders may disagree on their project.
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (
        ['surfaces', 'tools', 'project'].some((name) => change.affectsConfiguration(`projectMemory.${name}`))
      )
        changed.fire();
    }),
    vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => definitions(location),
      resolveMcpServerDefinition: async (definition) => {
        await beforeStart();
        return definition;
      },
    }),
  );
}

function definitions(location: ServerLocation): vscode.McpStdioServerDefinition[] {
  const tools = serverTools();
  if (tools === undefined || !vscode.workspace.isTrusted) return [];
  // The server sees no settings: it has to mean the same project as the tools of this window.
  const project = projectOverride();
  const definition = new vscode.McpStdioServerDefinition(
    'Project Memory',
    process.execPath,
    [
      ...[YOUNG_GENERATION, location.serverFile],
      ...['--storage', location.storageDirectory, '--tools', tools],
      ...(project === undefined ? [] : ['--project', project]),
    ],
    // The editor's own executable runs the server as plain Node.
    { ELECTRON_RUN_AS_NODE: '1' },
    [location.extensionVersion, tools, ...(project === undefined ? [] : [project])].join('+'),
  );
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder?.uri.scheme === 'file') definition.cwd = folder.uri;
  return [definition];
}

/** The tool set the server offers; undefined: no server. */
function serverTools(): 'none' | 'core' | 'full' | undefined {
  switch (surfaces()) {
    case 'auto':
      return 'none';
    case 'languageModelTools':
      return undefined;
    case 'mcpServer':
    case 'both':
      return toolSet();
  }
}

export function serverLocation(context: vscode.ExtensionContext): ServerLocation {
  return {
    serverFile: path.join(context.extensionPath, 'dist', 'mcp-server.js'),
    storageDirectory: context.globalStorageUri.fsPath,
    extensionVersion: String((context.extension.packageJSON as { version: unknown }).version),
  };
}
