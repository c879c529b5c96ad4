import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { ServerSession } from '../../support/mcpServer';
import { serverOfNewerFormat } from '../../support/newerServers';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { inputTitled, WITHIN } from './fixtures';

describe('an editor in Russian', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'russian-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('shows views, commands and counts in Russian', async () => {
    const folder = repository(path.join(scratch, 'app'));
    const dataDir = path.join(scratch, 'data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const client = await ServerSession.start({ storage, args: ['--workspace', folder] });
    const saves = [
      [
        'decision',
        ['Порт базы 5432', 'Сборка через esbuild', 'Формат дат ISO', 'Логи в stderr', 'Тесты рядом'],
      ],
      ['bugfix', ['Утечка описателей']],
      ['pattern', ['Имена файлов', 'Порядок импортов']],
    ] as const;
    for (const [type, titles] of saves)
      for (const title of titles)
        await client.ok('mem_save', { title, type, content: `${title}: подробно.` });
    for (const content of ['Очередь хранит пять дней.', 'Очередь хранит неделю.'])
      await client.ok('remember', { content, fact_key: 'queue' });
    await client.close();
    const elsewhere = repository(path.join(scratch, 'elsewhere'));
    const other = await ServerSession.start({ storage, args: ['--workspace', elsewhere] });
    for (const title of ['Один', 'Два', 'Три'])
      await other.ok('mem_save', { title, type: 'decision', content: `${title}: подробно.` });
    await other.close();

    await withWorkbench({ dataDir, folder, language: 'ru' }, async ({ workbench }) => {
      await workbench.openContainer('Память');
      const project = workbench.view('Память проекта');
      await project.row('Тесты рядом').waitFor();
      const spoken = async (): Promise<readonly string[]> =>
        (await project.rows()).filter(({ level }) => level === 1).map(({ ariaLabel }) => ariaLabel);
      await expect
        .poll(spoken, WITHIN)
        .toEqual([
          'Решения, 5 записей',
          'Соглашения, 2 записи',
          'Утверждения, 2 записи',
          'Исправления, 1 запись',
        ]);
      await workbench.view('О вас').welcome.filter({ hasText: 'О вас пока ничего не сохранено.' }).waitFor();
      await workbench.view('Требуют внимания').row('Противоречия').waitFor();
      await expect
        .poll(() => workbench.activityBarIcon('Память').getAttribute('aria-label'), WITHIN)
        .toBe('Память - 1 требует внимания');
      await workbench.statusBarItem('Память проекта: app, репозиторий git без удалённого').waitFor();

      await workbench.runCommand('Память проекта: Выбрать проект...');
      await workbench.quickInput.row('elsewhere').filter({ hasText: '3 записи' }).waitFor();
      await workbench.quickInput.cancel();

      await workbench.runCommand('Память проекта: Сохранить запись...');
      await inputTitled(workbench, 'Сохранить запись (1/3): заголовок');
      await workbench.quickInput.type('Кэш живёт час');
      await workbench.quickInput.accept();
      await inputTitled(workbench, 'Сохранить запись (2/3): вид');
      await workbench.quickInput.type('Решения');
      await workbench.quickInput.focusedRow.filter({ hasText: 'что решено и почему' }).waitFor();
      await workbench.quickInput.accept();
      await inputTitled(workbench, 'Сохранить запись (3/3): текст');
      await workbench.quickInput.type('Через час ответы устаревают.');
      await workbench.quickInput.accept();
      await workbench.notified('Сохранено в памяти app: Кэш живёт час');
      await expect.poll(spoken, WITHIN).toContain('Решения, 6 записей');
    });
  });

  it('says in Russian that the store is newer than the extension', async () => {
    const folder = repository(path.join(scratch, 'newer'));
    const dataDir = path.join(scratch, 'newer-data');
    const storage = path.join(dataDir, 'data/User/globalStorage/project-memory.project-memory');
    const program = await serverOfNewerFormat();
    const client = await ServerSession.start({ storage, args: ['--workspace', folder], program });
    await client.ok('mem_save', { title: 'Later', type: 'decision', content: 'By a later version.' });
    await client.ok('memory', { action: 'save', category: 'technical', key: 'shell', value: 'zsh' });
    await client.close();
    await withWorkbench({ dataDir, folder, language: 'ru' }, async ({ workbench }) => {
      await workbench.openContainer('Память');
      for (const view of ['Память проекта', 'О вас', 'Требуют внимания'])
        await workbench
          .view(view)
          .pane.getByText('Хранилище записано более новой версией: обновите расширение.')
          .waitFor();
    });
  });
});
