/**
 * The language of memory documents: Markdown to look at, and nothing more. In a document of the language `markdown` the
 * editor offers links, and a link to a command runs it; its preview loads images. What a memory says is not to be
 * followed that easily.
 */
export const memoryLanguageId = 'project-memory';

export const memoryGrammar = { scopeName: 'text.project-memory', path: './media/memory.tmLanguage.json' };

/**
 * The way to a memory's text is made of ids and says nothing; its lines are paragraphs; and a text is saved when the person
 * means it, not while they write it.
 */
export const memoryEditorDefaults = {
  'breadcrumbs.filePath': 'last',
  'editor.wordWrap': 'on',
  'files.autoSave': 'off',
} as const;
