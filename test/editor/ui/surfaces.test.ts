import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { poll } from '../../support/poll';
import { repository } from '../../support/gitRepository';
import { came } from '../../support/vscode/came';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { container, inputTitled, projectView, saveByPalette, WITHIN } from './fixtures';

const languageModelTool = 'projectMemory_mem_save';
const serverTool = /mcp_\w*_mem_save/;

describe('the setting surfaces', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'surfaces-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('auto offers the tools of the editor, and prompts as commands of the chat that name them', async () => {
    const folder = repository(path.join(scratch, 'auto'));
    const settings = { 'chat.mcp.autostart': 'newAndOutdated' };
    await withWorkbench({ folder, chat: true, settings }, async (session) => {
      const { workbench, page } = session;
      const { chat, quickInput } = workbench;
      const { answer } = await chat.run('TOOLS');
      expect(answer).toContain(languageModelTool);
      expect(answer).not.toMatch(serverTool);
      // The editor starts a server for its prompts with a message, if it knows of the server by then: with the first one or
      // a later one. It suggests the prompts that it knows when it is typed to.
      const suggested = page
        .locator('.suggest-widget .monaco-list-row', { hasText: '/mcp.Project_Memory.recall' })
        .first();
      await poll(
        'the prompt among the suggestions',
        async () => {
          await chat.input.click();
          await page.keyboard.press('Control+A');
          await page.keyboard.type('/recall');
          if (await came(suggested)) {
            await suggested.click();
            return true;
          }
          await page.keyboard.press('Control+A');
          await page.keyboard.press('Backspace');
          await chat.run('TOOLS');
          return undefined;
        },
        WITHIN.timeout,
      );
      await inputTitled(workbench, 'Value for: topic (1/1)');
      await quickInput.type('how many retries');
      await quickInput.choose('Insert as text');
      await chat.input.getByText('how many retries').waitFor();
      await chat.submit();
      await chat.answer();
      const said = session.modelRequests().at(-1)?.text.split('<userRequest>').at(-1) ?? '';
      expect(said).toContain('> how many retries');
      expect(said).toContain('mem_search');
    });
  });

  it('languageModelTools offers the tools, and no server: there is nothing to attach', async () => {
    const folder = repository(path.join(scratch, 'tools-only'));
    const settings = {
      'projectMemory.surfaces': 'languageModelTools',
      'chat.mcp.autostart': 'newAndOutdated',
    };
    await withWorkbench({ folder, chat: true, settings }, async ({ workbench }) => {
      const { answer } = await workbench.chat.run('TOOLS');
      expect(answer).toContain(languageModelTool);
      expect(answer).not.toMatch(serverTool);
      const labels = (await (await workbench.chat.addContext()).rows()).map(({ label }) => label);
      expect(labels).not.toContain('MCP Resources...');
    });
  });

  it('mcpServer offers the tools through the server alone, and memories to attach', async () => {
    const folder = repository(path.join(scratch, 'server-only'));
    const settings = { 'projectMemory.surfaces': 'mcpServer', 'chat.mcp.autostart': 'newAndOutdated' };
    await withWorkbench({ folder, chat: true, settings }, async (session) => {
      const { workbench } = session;
      const { chat } = workbench;
      const offered = await poll(
        'the tools of the server',
        async () => {
          const { answer } = await chat.run('TOOLS');
          return serverTool.test(answer) ? answer : undefined;
        },
        WITHIN.timeout,
      );
      expect(offered).not.toContain(languageModelTool);
      await saveByPalette(workbench, { title: 'Retries are capped', type: 'decision', text: 'At five.' });
      await workbench.openContainer(container);
      await workbench.view(projectView).row('Retries are capped').waitFor();
      await chat.attachResource('Retries are capped');
      await chat.run('TOOLS');
      expect(session.modelRequests().at(-1)?.text.split('<attachments>').at(-1)).toContain(
        '"content": "At five."',
      );
    });
  });
});
