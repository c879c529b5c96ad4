import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Background } from '../../../src/memory/background';
import type { MemoryRecord } from '../../../src/memory/types';
import { memoryDocument, scalar } from '../../../src/vscode/frontMatter';

const observation: MemoryRecord = {
  id: '3b241101-e2bb-4255-8caf-4136c566a962',
  area: { kind: 'project', id: '0b8ce0f2-6f0b-4f10-9d68-6a4f1a2a6b11', name: 'app' },
  kind: 'observation',
  label: 'Sessions: kept in "Redis" # not in the database',
  type: 'decision',
  key: 'architecture/sessions',
  content: "Because $& and $1 cost too much.\r\n\r\nSee `$'`.",
  scope: 'project',
  status: 'unverified',
  savedBy: 'chat tool',
  derivedFrom: [],
  missingSources: [],
  pinned: false,
  revision: 2,
  duplicateCount: 1,
  version: { n: 1, of: 1 },
  conflictsWith: [],
  caveats: [],
  createdAt: '2026-03-01T12:00:00.000000Z',
  updatedAt: '2026-03-02T12:00:00.000000Z',
  expired: false,
  sequence: 7,
};

const nothing: Background = { compared: [] };

/** Front matter as YAML reads it, and the bytes after it. */
function split(document: string): { readonly fields: Record<string, unknown>; readonly body: string } {
  const end = document.indexOf('\n---\n\n', 4);
  expect(document.startsWith('---\n')).toBe(true);
  return {
    fields: parse(document.slice(4, end)) as Record<string, unknown>,
    body: document.slice(end + '\n---\n\n'.length),
  };
}

describe('the document of a memory', () => {
  it('holds its passport as YAML and its text byte for byte', () => {
    const { fields, body } = split(memoryDocument(observation, nothing));
    expect(fields).toMatchObject({
      id: observation.id,
      kind: 'observation',
      title: observation.label,
      topic_key: 'architecture/sessions',
      type: 'decision',
      project: 'app',
      revision: 2,
      saved_by: 'chat tool',
      created: observation.createdAt,
    });
    expect(body).toBe(`${observation.content}\n`);
  });

  it('names the category and key of a fact, and no project for the user', () => {
    const fact: MemoryRecord = {
      ...observation,
      area: { kind: 'user' },
      kind: 'fact',
      key: 'lang',
      confidence: 0.7,
    };
    const { fields } = split(memoryDocument(fact, nothing));
    expect(fields).toMatchObject({ category: 'decision', key: 'lang', confidence: 0.7 });
    expect(fields).not.toHaveProperty('project');
    expect(fields).not.toHaveProperty('title');
  });

  it('says when it was forgotten, superseded or is in conflict', () => {
    const { fields } = split(
      memoryDocument(
        {
          ...observation,
          deletedAt: '2026-03-03T12:00:00.000000Z',
          supersededBy: 'a',
          conflictsWith: ['b', 'c'],
          version: { n: 2, of: 3 },
        },
        nothing,
      ),
    );
    expect(fields).toMatchObject({
      forgotten: '2026-03-03T12:00:00.000000Z',
      superseded_by: 'a',
      conflicts_with: ['b', 'c'],
      version: '2 of 3',
    });
  });

  it('says how its source stands, what it answers, what it was compared with, and when it is to be reviewed', () => {
    const stale: MemoryRecord = {
      ...observation,
      sourceId: 'docs/sessions.md',
      freshness: { status: 'stale', reason: 'source_missing' },
      derivedFrom: ['a', 'b'],
      missingSources: ['b'],
      reviewedAt: '2026-03-04T12:00:00.000000Z',
    };
    const { fields } = split(
      memoryDocument(stale, {
        prompt: 'Where do sessions live?\nAnd why: there?',
        reviewAfter: '2026-09-04T12:00:00.000000Z',
        compared: [
          { relation: 'compatible', id: 'c', label: 'C' },
          { relation: 'scoped', id: 'd', label: 'D' },
          { relation: 'compatible', id: 'e', label: 'E' },
        ],
      }),
    );
    expect(fields).toMatchObject({
      freshness: 'stale (source_missing)',
      missing_sources: ['b'],
      answers: 'Where do sessions live?\nAnd why: there?',
      compatible: ['c', 'e'],
      scoped: ['d'],
      reviewed: '2026-03-04T12:00:00.000000Z',
      review_after: '2026-09-04T12:00:00.000000Z',
    });
  });

  it('keeps any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        const document = memoryDocument({ ...observation, content }, nothing);
        const body = document.slice(document.indexOf('\n---\n\n', 4) + '\n---\n\n'.length);
        expect(body === content || body === `${content}\n`).toBe(true);
      }),
    );
  });
});

describe('a YAML scalar', () => {
  it.each([
    'true',
    'No',
    'null',
    '~',
    '',
    ' a',
    'a ',
    '1.5',
    '2026-01-01',
    '- a',
    'a: b',
    'a #b',
    '*a',
    '#',
    '\u2028',
    'a\nb',
  ])('of %j reads back as this string', (text) => {
    expect(parse(`k: ${scalar(text)}`)).toEqual({ k: text });
  });

  it('of any text reads back as this text, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written = scalar(text);
        expect(written).not.toMatch(/[\r\n]/);
        expect(parse(`k: ${written}`)).toEqual({ k: text });
        expect(parse(`k: [${written}, ${written}]`)).toEqual({ k: [text, text] });
      }),
    );
  });

  it('is plain where nothing can be mistaken', () => {
    expect(scalar('chat tool')).toBe('chat tool');
    expect(scalar('architecture/auth-model')).toBe('architecture/auth-model');
  });
});
