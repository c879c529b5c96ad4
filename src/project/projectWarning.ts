/** What whoever works with a project should know of how it was found. */
export type ProjectWarning =
  /** So many folders there was no time to look at. */
  | { readonly kind: 'unseenFolders'; readonly count: number }
  | { readonly kind: 'onlyRepository'; readonly folder: string; readonly repository: string }
  /** `fault` is a part of an English sentence. */
  | { readonly kind: 'brokenRepository'; readonly fault: string };

/** The warning as models read it. */
export function warningSentence(warning: ProjectWarning): string {
  switch (warning.kind) {
    case 'unseenFolders':
      return `Looking for repositories took too long: ${warning.count} folders were not looked at; the folder itself is used.`;
    case 'onlyRepository':
      return `${warning.folder} is no repository; the only one in it, ${warning.repository}, is used.`;
    case 'brokenRepository':
      return `The repository here cannot be read (${warning.fault}); the folder itself is used.`;
  }
}
