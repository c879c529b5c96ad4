import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const room = path.join(root, 'src/vscode');

interface Call {
  readonly file: string;
  /** The text to translate; undefined when it is no literal, so that nobody can translate it. */
  readonly text: string | undefined;
}

/** Every `vscode.l10n.t(...)` of the room. */
function translatedTexts(): Call[] {
  const calls: Call[] = [];
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  for (const file of files) {
    const source = ts.createSourceFile(
      file,
      readFileSync(path.join(room, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText(source) === 'vscode.l10n.t') {
        calls.push({ file, text: keyOf(node.arguments[0]) });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return calls;
}

/** The key of a text in a bundle: the text itself, or `text/comment` where a comment tells two of the same apart. */
function keyOf(argument: ts.Expression | undefined): string | undefined {
  if (argument === undefined || ts.isStringLiteralLike(argument)) return argument?.text;
  const value = (name: string): string | undefined => {
    if (!ts.isObjectLiteralExpression(argument)) return undefined;
    const property = argument.properties.find((each) => each.name?.getText() === name);
    const initializer =
      property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : undefined;
    const literal =
      initializer !== undefined && ts.isArrayLiteralExpression(initializer)
        ? initializer.elements[0]
        : initializer;
    return literal !== undefined && ts.isStringLiteralLike(literal) ? literal.text : undefined;
  };
  const [message, comment] = [value('message'), value('comment')];
  return message === undefined || comment === undefined ? undefined : `${message}/${comment}`;
}

function texts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, string>;
}

/** `{0}`, `$(icon)`, links and line ends must survive a translation. */
function marks(text: string): string[] {
  return [...text.matchAll(/\{\d+\}|\$\([a-z-]+\)|\]\([^)]*\)|\n/g)].map(([mark]) => mark).sort();
}

describe('texts for people', () => {
  it('are literals, so that they can be translated', () => {
    const calls = translatedTexts();
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.filter(({ text }) => text === undefined)).toEqual([]);
  });

  it('of the code are the keys of the Russian bundle, no more and no less', () => {
    const used = new Set(translatedTexts().map(({ text }) => text));
    expect(Object.keys(texts('l10n/bundle.l10n.ru.json')).sort()).toEqual([...used].sort());
  });

  it('of the manifest are the keys of the Russian manifest, no more and no less', () => {
    expect(Object.keys(texts('package.nls.ru.json')).sort()).toEqual(
      Object.keys(texts('package.nls.json')).sort(),
    );
  });

  it.each([
    ['code', Object.entries(texts('l10n/bundle.l10n.ru.json'))],
    [
      'manifest',
      Object.entries(texts('package.nls.json')).map(([key, text]) => [
        text,
        texts('package.nls.ru.json')[key],
      ]),
    ],
  ])('of the %s keep placeholders, icons and links in Russian', (_where, pairs) => {
    for (const [english, russian] of pairs) {
      expect(marks(russian ?? '')).toEqual(marks(english ?? ''));
    }
  });
});
