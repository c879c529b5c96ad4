/** Of texts of memories that the person edits (draftUri.ts). */
export const draftScheme = 'project-memory-draft';
