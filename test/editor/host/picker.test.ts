import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { ProjectChoice } from '../../../src/project/types';
import { ProjectPicker, type ProjectQuestion } from '../../../src/vscode/picker';
import { poll } from '../../support/poll';

const question: ProjectQuestion = {
  candidates: [
    { name: 'one', path: '/code/one', source: 'git_root' },
    { name: 'two', path: '/code/two', source: 'git_root' },
  ],
  known: [],
};

/** `counting` is called each time that the picker has been drawn with what it knows. */
function picker(askTimeoutMs: number, counting: () => void = () => undefined): ProjectPicker {
  return new ProjectPicker({
    countMemories: () => Promise.resolve(undefined),
    summedUp: () => Promise.resolve(undefined),
    activePath: () => {
      counting();
      return undefined;
    },
    askTimeoutMs,
  });
}

/** Presses Enter until the question is answered: a picker is drawn some moments after it was asked for. */
function acceptedBy(answer: Promise<ProjectChoice>): Promise<ProjectChoice> {
  let settled: ProjectChoice | undefined;
  void answer.then((choice) => (settled = choice));
  return poll('the answer', async () => {
    if (settled === undefined)
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return settled;
  });
}

describe('the picker of a tool call', () => {
  it('gives up when the person does not answer in time', async () => {
    assert.deepEqual(await picker(1).ask(question, undefined), { kind: 'dismissed' });
  });

  it('closes with the last call that waits', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const asking = picker(60_000);
    const answers = [asking.ask(question, one.signal), asking.ask(question, two.signal)];
    one.abort();
    assert.deepEqual(await answers[0], { kind: 'dismissed' });
    two.abort();
    assert.deepEqual(await answers[1], { kind: 'dismissed' });
    // The next question is a new one, which Enter answers.
    const choice = await acceptedBy(asking.ask(question, undefined));
    assert.deepEqual(choice, { kind: 'candidate', candidate: question.candidates[0] });
  });

  it('that gives up leaves open what the person opened, and shares its answer with those who still wait', async () => {
    const impatient = picker(1);
    const opened = impatient.choose(question);
    assert.deepEqual(await impatient.ask(question, undefined), { kind: 'dismissed' });
    const choice = await acceptedBy(opened);
    assert.deepEqual(choice, { kind: 'candidate', candidate: question.candidates[0] });
  });

  it('one question at a time, whose answer all who wait share', async () => {
    let drawn = 0;
    const asking = picker(60_000, () => drawn++);
    const answers = [1, 2, 3].map(() => asking.ask(question, undefined));
    const choice = await acceptedBy(answers[0] ?? Promise.reject(new Error('nobody asked')));
    assert.deepEqual(await Promise.all(answers), [choice, choice, choice]);
    // Drawn once at first, and once more when the memories were counted.
    assert.ok(drawn <= 2, `${drawn} pickers were shown`);
  });
});
