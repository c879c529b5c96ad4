/**
 * What the extension adds to the editor, as one list: package.json and package.nls.json are generated from it
 * (`npm run manifest`), so that neither can drift from the code. Texts here are English and for people; each
 * has a Russian entry in package.nls.ru.json.
 */

import { draftScheme } from './drafts/draftScheme';

export const viewContainerId = 'projectMemory';
export const projectViewId = 'projectMemory.project';
export const factsViewId = 'projectMemory.facts';
export const attentionViewId = 'projectMemory.attention';
export const mcpProviderId = 'projectMemory.server';

/** True where the person (or the workspace) has not switched the memory off. */
export const on = 'config.projectMemory.enabled && !projectMemory.off';
/** What changes whole projects needs a workspace that may name one. */
const inTrust = `${on} && isWorkspaceTrusted`;
/** A context key: an agent in chat has saved a memory in this window. */
export const agentSavedKey = 'projectMemory.agentSaved';
const memoryItem = 'viewItem =~ /^memory/';
const inDraft = `resourceScheme == ${draftScheme} && ${on}`;
/** Of Needs Attention: memories whose source has changed. */
const staleItem = 'viewItem =~ /\\.stale$/';
/** What opens or copies a memory stands in its row where rows are there to be read, not where they wait for a decision. */
const readItem = `${memoryItem} && view != ${attentionViewId}`;
const contradictionItem = 'viewItem =~ /^contradiction/';
const inViews = `view =~ /^projectMemory\\./`;

export interface MenuPlace {
  readonly menu: 'view/title' | 'view/item/context' | 'editor/context' | 'editor/title' | 'explorer/context';
  readonly when: string;
  readonly group: string;
}

export interface CommandContribution {
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  /** Where the command palette shows it. `false`: nowhere, it needs an item to work on. */
  readonly palette: string | false;
  readonly menus?: readonly MenuPlace[];
}

export const commands = {
  save: {
    id: 'projectMemory.save',
    title: 'Save Memory...',
    icon: '$(add)',
    palette: on,
    menus: [
      { menu: 'view/title', when: `view == ${projectViewId} && ${on}`, group: 'navigation@1' },
      { menu: 'editor/context', when: `editorHasSelection && ${on}`, group: '9_projectMemory@1' },
    ],
  },
  search: {
    id: 'projectMemory.search',
    title: 'Search Memories...',
    icon: '$(search)',
    palette: on,
    menus: [{ menu: 'view/title', when: `${inViews} && ${on}`, group: 'navigation@2' }],
  },
  forget: { id: 'projectMemory.forget', title: 'Forget Memory...', palette: on },
  undo: {
    id: 'projectMemory.undo',
    title: 'Undo Last Change',
    palette: on,
    menus: [{ menu: 'view/title', when: `${inViews} && ${on}`, group: '2_undo@1' }],
  },
  chooseProject: {
    id: 'projectMemory.chooseProject',
    title: 'Choose Project...',
    palette: on,
    menus: [{ menu: 'view/title', when: `view == ${projectViewId} && ${on}`, group: '1_project@1' }],
  },
  renameProject: {
    id: 'projectMemory.renameProject',
    title: 'Rename Project...',
    palette: inTrust,
    menus: [{ menu: 'view/title', when: `view == ${projectViewId} && ${inTrust}`, group: '1_project@2' }],
  },
  mergeProjects: {
    id: 'projectMemory.mergeProjects',
    title: 'Merge Projects...',
    palette: inTrust,
    menus: [{ menu: 'view/title', when: `view == ${projectViewId} && ${inTrust}`, group: '1_project@3' }],
  },
  splitFolder: {
    id: 'projectMemory.splitFolder',
    title: 'Split Folder into Its Own Project...',
    palette: inTrust,
    menus: [{ menu: 'view/title', when: `view == ${projectViewId} && ${inTrust}`, group: '1_project@4' }],
  },
  /** The same among the commands on files, where it must be plain that nothing happens to the folder itself. */
  splitFolderHere: {
    id: 'projectMemory.splitFolderHere',
    title: 'Split Folder Off in Project Memory...',
    palette: false,
    menus: [
      {
        menu: 'explorer/context',
        when: `explorerResourceIsFolder && ${inTrust}`,
        group: '9_projectMemory@1',
      },
    ],
  },
  forgetProject: {
    id: 'projectMemory.forgetProject',
    title: 'Forget Project...',
    palette: inTrust,
    menus: [{ menu: 'view/title', when: `view == ${projectViewId} && ${inTrust}`, group: '3_remove@1' }],
  },
  forgetAllFacts: {
    id: 'projectMemory.forgetAllFacts',
    title: 'Forget All My Facts...',
    palette: on,
    menus: [{ menu: 'view/title', when: `view == ${factsViewId} && ${on}`, group: '3_remove@1' }],
  },
  deleteArea: {
    id: 'projectMemory.deleteArea',
    title: 'Delete Memory Area...',
    palette: inTrust,
    menus: [{ menu: 'view/title', when: `view == ${projectViewId} && ${inTrust}`, group: '3_remove@2' }],
  },
  moveMemory: {
    id: 'projectMemory.moveMemory',
    title: 'Move Memory to Project...',
    palette: inTrust,
    menus: [
      { menu: 'view/item/context', when: `view == ${projectViewId} && ${memoryItem}`, group: '2_copy@2' },
    ],
  },
  resolveConflict: {
    id: 'projectMemory.resolveConflict',
    title: 'Resolve Conflict...',
    icon: '$(check)',
    palette: on,
    menus: [
      { menu: 'view/item/context', when: contradictionItem, group: 'inline@1' },
      { menu: 'view/item/context', when: contradictionItem, group: '1_open@2' },
      {
        menu: 'editor/title',
        when: `isInDiffEditor && resourceScheme == project-memory && ${on}`,
        group: 'navigation@1',
      },
    ],
  },
  copyMcpConfiguration: {
    id: 'projectMemory.copyMcpConfiguration',
    title: 'Copy MCP Configuration',
    palette: on,
  },
  showLog: { id: 'projectMemory.showLog', title: 'Show Log', palette: 'true' },
  openStoreFolder: { id: 'projectMemory.openStoreFolder', title: 'Open Store Folder', palette: on },
  checkStore: { id: 'projectMemory.checkStore', title: 'Check Store', palette: on },
  turnOn: { id: 'projectMemory.turnOn', title: 'Turn On', palette: 'projectMemory.off' },
  openMemory: {
    id: 'projectMemory.openMemory',
    title: 'Open',
    icon: '$(go-to-file)',
    palette: false,
    menus: [
      { menu: 'view/item/context', when: readItem, group: 'inline@1' },
      { menu: 'view/item/context', when: memoryItem, group: '1_open@1' },
    ],
  },
  compareMemories: {
    id: 'projectMemory.compareMemories',
    title: 'Compare',
    palette: false,
    menus: [{ menu: 'view/item/context', when: contradictionItem, group: '1_open@1' }],
  },
  editMemory: {
    id: 'projectMemory.editMemory',
    title: 'Edit Memory...',
    icon: '$(edit)',
    palette: on,
    menus: [
      { menu: 'view/item/context', when: memoryItem, group: '1_open@2' },
      {
        menu: 'editor/title',
        when: `resourceScheme == project-memory && !isInDiffEditor && ${on}`,
        group: 'navigation@1',
      },
    ],
  },
  saveDraft: {
    id: 'projectMemory.saveDraft',
    title: 'Save in Memory',
    icon: '$(check)',
    palette: inDraft,
    menus: [{ menu: 'editor/title', when: inDraft, group: 'navigation@1' }],
  },
  showHistory: {
    id: 'projectMemory.showHistory',
    title: 'Show History',
    palette: on,
    menus: [
      { menu: 'view/item/context', when: memoryItem, group: '1_open@5' },
      {
        menu: 'editor/title',
        when: `resourceScheme == project-memory && !isInDiffEditor && ${on}`,
        group: '1_open@1',
      },
    ],
  },
  pin: {
    id: 'projectMemory.pin',
    title: 'Pin',
    palette: false,
    menus: [
      { menu: 'view/item/context', when: `${readItem} && viewItem =~ /^(?!.*\\.pinned)/`, group: '2_copy@3' },
    ],
  },
  unpin: {
    id: 'projectMemory.unpin',
    title: 'Unpin',
    palette: false,
    menus: [{ menu: 'view/item/context', when: `${readItem} && viewItem =~ /\\.pinned/`, group: '2_copy@3' }],
  },
  openSource: {
    id: 'projectMemory.openSource',
    title: 'Open Source',
    icon: '$(references)',
    palette: on,
    menus: [
      { menu: 'view/item/context', when: 'viewItem =~ /\\.cited.*\\.stale$/', group: 'inline@0' },
      { menu: 'view/item/context', when: 'viewItem =~ /\\.cited/', group: '1_open@3' },
    ],
  },
  compareSource: {
    id: 'projectMemory.compareSource',
    title: 'Compare with the Cited Version',
    palette: false,
    menus: [{ menu: 'view/item/context', when: 'viewItem =~ /\\.cited\\.commit/', group: '1_open@4' }],
  },
  confirmSource: {
    id: 'projectMemory.confirmSource',
    title: 'Confirm as Still True',
    icon: '$(check)',
    palette: on,
    menus: [
      { menu: 'view/item/context', when: staleItem, group: 'inline@1' },
      { menu: 'view/item/context', when: staleItem, group: '1_settle@1' },
    ],
  },
  markReviewed: {
    id: 'projectMemory.markReviewed',
    title: 'Mark as Reviewed',
    icon: '$(check)',
    palette: on,
    menus: [
      { menu: 'view/item/context', when: 'viewItem =~ /\\.review$/', group: 'inline@0' },
      { menu: 'view/item/context', when: 'viewItem =~ /\\.review$/', group: '1_settle@1' },
    ],
  },
  copyMemory: {
    id: 'projectMemory.copyMemory',
    title: 'Copy Text',
    icon: '$(copy)',
    palette: false,
    menus: [
      { menu: 'view/item/context', when: readItem, group: 'inline@2' },
      { menu: 'view/item/context', when: memoryItem, group: '2_copy@1' },
    ],
  },
  forgetSelected: {
    id: 'projectMemory.forgetSelected',
    title: 'Forget',
    icon: '$(trash)',
    palette: false,
    menus: [
      { menu: 'view/item/context', when: memoryItem, group: 'inline@3' },
      { menu: 'view/item/context', when: memoryItem, group: '3_forget@1' },
    ],
  },
  deleteForGood: {
    id: 'projectMemory.deleteForGood',
    title: 'Delete for Good...',
    palette: on,
    menus: [{ menu: 'view/item/context', when: memoryItem, group: '3_forget@2' }],
  },
  deletePrompts: { id: 'projectMemory.deletePrompts', title: 'Delete Prompts for Good...', palette: on },
  showSaved: {
    id: 'projectMemory.showSaved',
    title: 'Show Last Save by an Agent',
    palette: `${on} && ${agentSavedKey}`,
  },
  loadMore: { id: 'projectMemory.loadMore', title: 'Load More', palette: false },
} as const satisfies Record<string, CommandContribution>;

export const keybindings = [
  {
    command: commands.forgetSelected.id,
    key: 'delete',
    mac: 'cmd+backspace',
    when: `focusedView =~ /^projectMemory\\./ && listFocus && !inputFocus && ${on}`,
  },
] as const;

export const viewContainer = { id: viewContainerId, title: 'Memory', icon: 'media/memory.svg' } as const;

export const views = [
  { id: projectViewId, name: 'Project Memory', icon: 'media/memory.svg' },
  { id: factsViewId, name: 'About You', icon: 'media/memory.svg' },
  { id: attentionViewId, name: 'Needs Attention', icon: 'media/memory.svg' },
] as const;

/** What each tool does, for the person who looks at the list of tools. */
export const toolDescriptions: Readonly<Record<string, string>> = {
  memory: 'Saves, finds and forgets facts about you or the project.',
  mem_save: 'Saves a decision, a finding or a convention of the project.',
  remember: 'Records a sourced statement with its confidence.',
  mem_search: 'Searches the project memory and your facts.',
  mem_context: 'Reads what to know at the start of a task.',
  mem_get_observation: 'Reads one memory with its history.',
  forget: 'Forgets memories. They can be restored.',
  mem_judge: 'Records which of two memories is right, or that both are.',
  mem_current_project: 'Says which project the memory belongs to, and why.',
};

export const toolsWhen = `${on} && config.projectMemory.surfaces != mcpServer`;
export const serverWhen = `${on} && isWorkspaceTrusted && config.projectMemory.surfaces != languageModelTools`;
