import { attentionViewId, factsViewId, on, projectViewId } from './contributions';

export interface WelcomeContribution {
  readonly name: string;
  readonly view: string;
  readonly when: string;
  readonly contents: string;
}

/** What a view says instead of a tree. `projectMemory.view` is set by the view itself (views/viewState.ts). */
export const welcomes: readonly WelcomeContribution[] = [
  {
    name: 'off',
    view: projectViewId,
    when: '!config.projectMemory.enabled || projectMemory.off',
    contents:
      'Memory is off. Nothing is read, saved or offered to models.\n[Turn On](command:projectMemory.turnOn)',
  },
  {
    name: 'noFolder',
    view: projectViewId,
    when: `${on} && projectMemory.view == noFolder`,
    contents:
      'Open a folder or repository to see what is remembered about it.\n[Open Folder](command:vscode.openFolder)',
  },
  {
    name: 'noProject',
    view: projectViewId,
    when: `${on} && projectMemory.view == noProject`,
    contents:
      'This folder is not taken for a project, so nothing is guessed. Open the folder of a project, or choose one.\n[Choose Project](command:projectMemory.chooseProject)',
  },
  {
    name: 'ambiguous',
    view: projectViewId,
    when: `${on} && projectMemory.view == ambiguous`,
    contents:
      'Several projects are open here. Choose the one whose memory this window works with.\n[Choose Project](command:projectMemory.chooseProject)',
  },
  {
    name: 'disabled',
    view: projectViewId,
    when: `${on} && projectMemory.view == disabled`,
    contents:
      'You chose to keep no project memory here.\n[Choose Project](command:projectMemory.chooseProject)',
  },
  {
    name: 'untrusted',
    view: projectViewId,
    when: `${on} && projectMemory.view == untrusted`,
    contents:
      'In Restricted Mode only your own facts are shown: an untrusted folder must not reach a project memory.\n[Manage Workspace Trust](command:workbench.trust.manage)',
  },
  {
    name: 'empty',
    view: projectViewId,
    when: `${on} && projectMemory.view == empty`,
    contents:
      'Nothing is remembered about this project yet. Agents save decisions and findings while they work; you can save one yourself.\n[Save Memory](command:projectMemory.save)',
  },
  {
    name: 'noFacts',
    view: factsViewId,
    when: `${on} && projectMemory.factsView == empty`,
    contents:
      'Nothing is remembered about you yet. Ask an agent to remember a preference, such as the language of its answers.',
  },
  {
    name: 'nothingNeedsAttention',
    view: attentionViewId,
    when: `${on} && projectMemory.attentionView == empty`,
    contents:
      'Nothing needs your attention. Contradictions, memories whose source changed, facts about to expire and decisions due for review are listed here.',
  },
  {
    name: 'attentionOff',
    view: attentionViewId,
    when: '!config.projectMemory.enabled || projectMemory.off',
    contents: 'Memory is off.',
  },
  {
    name: 'factsOff',
    view: factsViewId,
    when: '!config.projectMemory.enabled || projectMemory.off',
    contents: 'Memory is off.',
  },
];
