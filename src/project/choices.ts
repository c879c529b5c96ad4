import { chosenProject } from './answers';
import type { ProjectOption } from './candidates';
import type { Catalog, FoldersChoice } from './catalog';
import { disabledProject } from './failures';
import type { WriteResolution } from './resolution';
import type { ProjectChoice } from './types';

/** The person's choices: kept in the catalog for a set of folders; for a window without any, in memory. */
export class Choices {
  #windowChoice: FoldersChoice | undefined;

  async remembered(catalog: Catalog, folders: readonly string[]): Promise<FoldersChoice | undefined> {
    if (folders.length === 0) return this.#windowChoice;
    this.#windowChoice = undefined;
    return catalog.choiceFor(folders);
  }

  /**
   * Carries a choice out and keeps it. `insteadOf`: see {@link FoldersChoice}. Undefined: dismissed, or what
   * was chosen is gone meanwhile.
   */
  async apply(
    choice: ProjectChoice,
    options: readonly ProjectOption[],
    catalog: Catalog,
    folders: readonly string[],
    insteadOf?: string,
  ): Promise<WriteResolution | undefined> {
    if (choice.kind === 'dismissed') return undefined;
    if (choice.kind === 'disabled') {
      await this.#keep(catalog, folders, choice);
      return disabledProject((await catalog.list()).map(({ name }) => name));
    }
    const project = await chosenProject(catalog, choice, options);
    if (project === undefined || 'kind' in project) return project;
    const kept = { kind: 'project', project } as const;
    await this.#keep(catalog, folders, insteadOf === undefined ? kept : { ...kept, insteadOf });
    await catalog.touch(project.id);
    const path = choice.kind === 'candidate' ? choice.candidate.path : project.path;
    return {
      kind: 'project',
      project,
      source: 'user_selected_after_ambiguous_project',
      ...(path === undefined || path === '' ? {} : { path }),
    };
  }

  async forget(catalog: Catalog, folders: readonly string[]): Promise<void> {
    this.#windowChoice = undefined;
    await catalog.forgetChoice(folders);
  }

  async #keep(catalog: Catalog, folders: readonly string[], choice: FoldersChoice): Promise<void> {
    if (folders.length === 0) {
      this.#windowChoice = choice;
      return;
    }
    if (choice.kind === 'disabled') return catalog.rememberChoice(folders, choice);
    const { project, insteadOf } = choice;
    const kept = { kind: 'project', id: project.id } as const;
    await catalog.rememberChoice(folders, insteadOf === undefined ? kept : { ...kept, insteadOf });
  }
}

export function isSameChoice(a: FoldersChoice | undefined, b: FoldersChoice | undefined): boolean {
  if (a?.kind !== 'project' || b?.kind !== 'project') return a?.kind === b?.kind;
  return a.project.id === b.project.id && a.insteadOf === b.insteadOf;
}
