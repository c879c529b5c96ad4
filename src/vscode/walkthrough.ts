import { agentSavedKey, commands, on, projectViewId } from './contributions';

export interface WalkthroughStep {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the picture `media/walkthrough/<name>.svg` shows, for those who do not see it. */
  readonly picture: string;
  /** The editor ticks the step off at the first of these. */
  readonly completionEvents: readonly string[];
}

/** The first minutes with the extension, on the editor's page of walkthroughs. */
export const walkthrough = {
  id: 'start',
  title: 'Get Started with Project Memory',
  description: 'Let agents and yourself remember what a project has decided and learned.',
  when: on,
  steps: [
    {
      name: 'choose',
      title: 'See which project is remembered',
      description:
        'A repository is recognised by itself, and the status bar shows its name. Where several are open, choose the one that is meant.\n[Choose Project](command:projectMemory.chooseProject)',
      picture: 'The name of the project in the status bar.',
      completionEvents: [`onCommand:${commands.chooseProject.id}`, 'onContext:projectMemory.view == ready'],
    },
    {
      name: 'save',
      title: 'Save a memory by hand',
      description:
        'Write down a decision, a finding or a convention. Text that is selected in an editor is saved with its file and lines.\n[Save Memory](command:projectMemory.save)',
      picture: 'The button that saves a memory, in the title of the view.',
      completionEvents: [`onCommand:${commands.save.id}`],
    },
    {
      name: 'agent',
      title: 'Let the agent save',
      description:
        'Agents search the memory before they answer, and save what was decided. Say "remember this" in the chat, or refer to the tool #mem_save.\n[Open Chat](command:workbench.action.chat.open)',
      picture: 'A message in the chat becomes a memory.',
      completionEvents: [`onContext:${agentSavedKey}`],
    },
    {
      name: 'browse',
      title: 'Browse what is remembered',
      description:
        'The Memory view lists the memories of the project, facts about you, and what needs your attention.\n[Open the Memory View](command:projectMemory.project.focus)',
      picture: 'The list of memories in the side bar.',
      completionEvents: [`onView:${projectViewId}`],
    },
  ] satisfies readonly WalkthroughStep[],
} as const;
