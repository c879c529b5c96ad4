/**
 * The language of memory documents: Markdown to look at, and nothing more. In a document of the language `markdown` the
 * editor offers links, and a link to a command runs it; its preview loads images. What a memory says is not to be
 * followed that easily.
 */
export const memoryLanguageId = 'project-memory';

export const memoryGrammar = { scopeName: 'text.project-memory', path: './media/memory.tmLanguage.json' };

/** Lines of a memory are paragraphs, and its text is saved when the person means it, not while they write it. */
export const memoryEditorDefaults = {
  'editor.wordWrap': 'on',
  'files.autoSave': 'off',
} as const;
