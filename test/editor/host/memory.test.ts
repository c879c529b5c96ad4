import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { poll } from '../../support/poll';
import { modelRequests, runInAgent } from './agent';

interface Hit {
  readonly id: string;
  readonly title: string;
}

const surfacesSetting = 'projectMemory.surfaces';

function parse(text: string | undefined): Record<string, unknown> {
  assert.ok(text, 'the tool gave no answer');
  return JSON.parse(text) as Record<string, unknown>;
}

async function invoke(tool: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');
}

describe('the memory in chat', () => {
  before(async () => {
    await vscode.extensions.getExtension('project-memory.project-memory')?.activate();
  });

  after(() =>
    vscode.workspace.getConfiguration().update(surfacesSetting, undefined, vscode.ConfigurationTarget.Global),
  );

  it('offers every tool of the manifest, and no other', async () => {
    const offered = vscode.lm.tools
      .map(({ name }) => name)
      .filter((name) => name.startsWith('projectMemory_'));
    const manifest = vscode.extensions.getExtension('project-memory.project-memory')?.packageJSON as {
      readonly contributes: { readonly languageModelTools: readonly { readonly name: string }[] };
    };
    assert.deepEqual(offered.sort(), manifest.contributes.languageModelTools.map(({ name }) => name).sort());
    await runInAgent('CALL projectMemory_mem_current_project {}');
    const request = (await modelRequests()).at(-1);
    for (const name of offered)
      assert.ok(request?.tools.includes(name), `${name} is not offered to the model`);
  });

  it('keeps what one message saves for another to find', async () => {
    const [saved] = await runInAgent(
      'CALL projectMemory_mem_save {"title": "Builds run on two cores", "content": "More of them starve the tests.", "type": "config"}',
    );
    assert.equal(parse(saved)['status'], 'inserted');
    const [found] = await runInAgent('CALL projectMemory_mem_search {"query": "cores starve"}');
    const hits = parse(found)['hits'] as readonly Hit[];
    assert.deepEqual(
      hits.map(({ title }) => title),
      ['Builds run on two cores'],
    );
  });

  it('forgets what another tool has just found', async () => {
    const [, forgotten] = await runInAgent(
      'CALL projectMemory_mem_search {"query": "cores"} CALL projectMemory_forget {"id": "$LAST.hits[0].id"}',
    );
    assert.doesNotMatch(forgotten ?? '', /"error"/);
    const [found] = await runInAgent('CALL projectMemory_mem_search {"query": "cores"}');
    assert.deepEqual(parse(found)['hits'], []);
  });

  it('is the same through the server that the editor starts', async () => {
    await vscode.workspace
      .getConfiguration()
      .update(surfacesSetting, 'both', vscode.ConfigurationTarget.Global);
    await poll('the tools of the server', async () => {
      await vscode.commands.executeCommand('workbench.mcp.startServer', '*', {
        autoTrustChanges: true,
        waitForLiveTools: true,
      });
      return vscode.lm.tools.find(({ name }) => /^mcp_.*_mem_save$/.test(name));
    });
    const server = vscode.lm.tools.find(({ name }) => /^mcp_.*_mem_save$/.test(name));
    assert.ok(server);
    const [saved] = await runInAgent(
      `CALL ${server.name} {"title": "Saved by the server", "content": "Into the same store.", "type": "discovery"}`,
    );
    assert.match(saved ?? '', /"status":"inserted"/);
    const [found] = await runInAgent('CALL projectMemory_mem_search {"query": "same store"}');
    const hits = parse(found)['hits'] as readonly Hit[];
    assert.equal(hits[0]?.title, 'Saved by the server');
  });

  it('answers bad input, and throws nothing that the editor would log', async () => {
    const refused = parse(await invoke('projectMemory_mem_save', { title: 'no content' }));
    assert.equal((refused['error'] as { code: string }).code, 'invalid_params');
  });
});

describe('a memory as a document', () => {
  it('shows its text byte for byte and follows a change', async () => {
    const text = 'Costs $& and $1 in `$`` and $\u0027.\n\n- a\n';
    const saved = parse(
      await invoke('projectMemory_mem_save', {
        title: 'Patterns',
        content: text,
        topic_key: 'test/patterns',
      }),
    );
    const { id } = saved['observation'] as { readonly id: string };
    const project = await projectId(id);
    const uri = vscode.Uri.from({ scheme: 'project-memory', path: `/${project}/${id}/Patterns.md` });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.ok(document.getText().endsWith(`---\n\n${text}`), document.getText());
    await invoke('projectMemory_mem_save', {
      title: 'Patterns',
      content: 'Rewritten.',
      topic_key: 'test/patterns',
    });
    await poll('the new text', () => (document.getText().endsWith('Rewritten.\n') ? true : undefined));
    assert.match(document.getText(), /^revision: 2$/m);
  });
});

/** The id of the project that holds a memory: it is part of the document's address. */
async function projectId(memoryId: string): Promise<string> {
  const answer = parse(await invoke('projectMemory_mem_current_project', {}));
  const [candidate] = answer['project_candidates'] as readonly { readonly id: string }[];
  assert.ok(candidate, `no project holds ${memoryId}`);
  return candidate.id;
}
