import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { poll } from '../../support/poll';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { attentionView, command, container, inputTitled, offered, projectView, WITHIN } from './fixtures';

describe('an agent in chat', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'agent-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('saves unasked, finds what it saved, and forgets only after the person said yes', async () => {
    const folder = repository(path.join(scratch, 'app'), 'https://example.invalid/team/app.git');
    await withWorkbench({ folder, chat: true }, async ({ workbench }) => {
      await workbench.openContainer(container);
      const view = workbench.view(projectView);
      const [saved] = await Promise.all([
        workbench.chat.run(
          'CALL projectMemory_mem_save {"title": "Retries are capped at five", "content": "More of them hid an outage.", "type": "decision"}',
        ),
        // It leaves by itself after some seconds.
        workbench.statusBarItem('Saved: Retries are capped at five').waitFor(),
      ]);
      expect(saved.confirmations).toEqual([]);
      expect(JSON.parse(saved.answer)).toMatchObject({ status: 'inserted', project: 'app' });
      await view.row('Retries are capped at five').waitFor();

      await workbench.runCommand(command('Show Last Save by an Agent'));
      await inputTitled(workbench, 'Saved: Retries are capped at five');
      await offered(workbench, 'Open', 'Forget');
      await workbench.quickInput.choose('Forget');
      await workbench.pressInNotification('Forgotten: Retries are capped at five', 'Undo');
      await workbench.notified('Restored: Retries are capped at five');
      await view.row('Retries are capped at five').waitFor();

      // The server is offered too, but without tools: none appears twice.
      expect((await workbench.chat.run('TOOLS')).answer).not.toMatch(/mcp_\w*_mem_save/);

      const found = await workbench.chat.run('CALL projectMemory_mem_search {"query": "retries outage"}');
      expect(JSON.parse(found.answer)).toMatchObject({ hits: [{ title: 'Retries are capped at five' }] });

      await workbench.chat.send(
        'CALL projectMemory_mem_search {"query": "retries"} CALL projectMemory_forget {"id": "$LAST.hits[0].id"}',
      );
      const asked = await workbench.chat.confirmationText();
      expect(asked).toContain('Forget this memory?');
      // The call holds nothing but an id: the person must know what it is.
      expect(asked).toContain('Retries are capped at five');
      await view.row('Retries are capped at five').waitFor();
      await workbench.chat.allowOnce();
      await workbench.chat.answer();
      await view.row('Retries are capped at five').waitFor({ state: 'detached' });
    });
  });

  it('is shown what its save contradicts, judges it, and the badge falls', async () => {
    const folder = repository(path.join(scratch, 'judged'));
    await withWorkbench({ folder, chat: true }, async ({ workbench }) => {
      const save = (title: string, content: string): string =>
        `CALL projectMemory_mem_save ${JSON.stringify({ title, content, type: 'config' })}`;
      await workbench.openContainer(container);
      const run = async (script: string) =>
        JSON.parse((await workbench.chat.run(script)).answer) as Record<string, unknown>;
      const old = await run(save('Database port', 'The database of the service listens on port 5432.'));
      expect(old).toMatchObject({ status: 'inserted', judgment_required: false, candidates: [] });
      const saved = await run(
        save('Port of the database', 'The database of the service listens on port 5433.'),
      );
      const { id } = old['observation'] as { readonly id: string };
      expect(saved).toMatchObject({
        status: 'inserted',
        judgment_required: true,
        judgment_status: 'pending',
        candidates: [{ id, judgment_id: saved['judgment_id'] }],
      });
      const attention = workbench.view(attentionView);
      await attention.row('Port of the database').filter({ hasText: '↔ Database port' }).waitFor();
      await workbench
        .activityBarIcon(container)
        .and(workbench.page.getByLabel('1 needs attention'))
        .waitFor();

      // The script holds no id: it names the fields of what the save answered.
      const judged = await run(
        'CALL projectMemory_mem_judge {"judgment_id": "$LAST.judgment_id", "relation": "supersedes", "reason": "The port was changed."}',
      );
      expect(judged).toMatchObject({ relation: { relation: 'supersedes' } });
      await attention.row('Port of the database').waitFor({ state: 'detached' });
      // As the editor's welcome text, or as a message where the chat's own extension came before that was registered.
      await attention.pane.filter({ hasText: 'Nothing needs your attention' }).waitFor();
      await workbench.page.getByLabel('1 needs attention').waitFor({ state: 'detached' });
      await workbench.view(projectView).row('Database port').filter({ hasText: 'superseded' }).waitFor();
    });
  });

  it('gets a refusal as an answer', async () => {
    const folder = repository(path.join(scratch, 'secrets'));
    await withWorkbench({ folder, chat: true }, async ({ workbench }) => {
      const refused = await workbench.chat.run('CALL projectMemory_mem_save {"title": " ", "content": "x"}');
      expect(JSON.parse(refused.answer)).toMatchObject({ error: { code: 'invalid_params' } });
    });
  });

  it('is asked before a save where the person wants that', async () => {
    const folder = repository(path.join(scratch, 'asked'));
    const settings = { 'projectMemory.confirmSaves': 'always' };
    await withWorkbench({ folder, chat: true, settings }, async ({ workbench }) => {
      const saved = await workbench.chat.run(
        'CALL projectMemory_mem_save {"title": "Asked first", "content": "With *stars* and [links](command:x).", "type": "decision"}',
      );
      expect(saved.confirmations).toHaveLength(1);
      expect(saved.confirmations[0]).toContain('With *stars* and [links](command:x).');
      expect(JSON.parse(saved.answer)).toMatchObject({ status: 'inserted' });
    });
  });

  it('reaches the same memory through the server that the editor starts', async () => {
    const folder = repository(path.join(scratch, 'server'));
    const settings = { 'projectMemory.surfaces': 'both', 'chat.mcp.autostart': 'newAndOutdated' };
    await withWorkbench({ folder, chat: true, settings }, async ({ workbench }) => {
      await workbench.openContainer(container);
      await workbench.chat.run(
        'CALL projectMemory_mem_save {"title": "Saved by the chat tool", "content": "One."}',
      );
      await workbench.view(projectView).row('Saved by the chat tool').waitFor();
      // The editor starts a server when it likes, and does not hold up a message for it.
      const offered = await poll(
        'the tools of the server',
        async () => {
          const { answer } = await workbench.chat.run('TOOLS');
          return /mcp_\w*_mem_save/.test(answer) ? answer : undefined;
        },
        WITHIN.timeout,
      );
      expect(offered).toContain('projectMemory_mem_save');
    });
  });

  it('waits for the person to say which project is meant, and gives up with the call', async () => {
    const folder = path.join(scratch, 'three');
    for (const name of ['alpha', 'beta', 'gamma']) {
      repository(path.join(folder, name), `https://example.invalid/team/${name}.git`);
    }
    await withWorkbench({ folder, chat: true }, async ({ workbench, page }) => {
      const save = (title: string): string =>
        `CALL projectMemory_mem_save {"title": "${title}", "content": "Text of ${title}."}`;
      await workbench.chat.send(save('Never saved'));
      await inputTitled(workbench, 'Which project does this memory belong to?');
      await page.locator('.interactive-input-part a.action-label[aria-label^="Cancel"]').first().click();
      await workbench.quickInput.widget.waitFor({ state: 'hidden' });

      await workbench.chat.send(save('For gamma'));
      await inputTitled(workbench, 'Which project does this memory belong to?');
      await workbench.quickInput.choose('gamma');
      expect(JSON.parse(await workbench.chat.answer())).toMatchObject({
        status: 'inserted',
        project: 'gamma',
        project_source: 'user_selected_after_ambiguous_project',
      });
      await workbench.openContainer(container);
      await workbench.view(projectView).row('For gamma').waitFor();
      const found = await workbench.chat.run('CALL projectMemory_mem_search {"query": "never saved"}');
      expect(found.answer).not.toContain('Never saved');
    });
  });

  it('is told that the project is ambiguous where the person does not want to be asked', async () => {
    const folder = path.join(scratch, 'silent');
    for (const name of ['one', 'two']) repository(path.join(folder, name));
    const settings = { 'projectMemory.askOnAmbiguousProject': false };
    await withWorkbench({ folder, chat: true, settings }, async ({ workbench }) => {
      const { answer } = await workbench.chat.run(
        'CALL projectMemory_mem_save {"title": "A", "content": "B"}',
      );
      expect(JSON.parse(answer)).toMatchObject({
        error: { code: 'ambiguous_project' },
        project_candidates: [{ name: 'one' }, { name: 'two' }],
      });
    });
  });
});
