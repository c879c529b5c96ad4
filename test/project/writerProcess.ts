import { join } from 'node:path';
import { Catalog } from '../../src/project/catalog';
import { catalogMigrations } from '../../src/project/catalogSchema';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import { openStore } from '../../src/store/store';

/**
 * A process of the tests that sees a folder for the first time: `node writer STORAGE FOLDER WASM WORKER`. Once its
 * standard input ends it resolves the folder's project for a write, and prints `ID NAME TENANT`.
 */
async function main([storage = '', folder = '', wasmFile = '', workerFile = '']: string[]): Promise<void> {
  const store = await openStore(join(storage, 'catalog'), catalogMigrations, { wasmFile, workerFile });
  const catalog = new Catalog(store, () => new Date());
  const resolver = new ProjectResolver({
    files: new NodeFilePort(),
    catalog: () => Promise.resolve(catalog),
    folders: () => [folder],
    home: '/nobody',
    trusted: () => true,
    now: () => new Date(),
  });
  for await (const _chunk of process.stdin);
  const resolution = await resolver.forWrite({});
  const answer = resolution.kind === 'project' ? resolution.project : { id: resolution.code, name: '' };
  console.log(`${answer.id} ${answer.name} ${await catalog.tenantId()}`);
  await store.close();
}

void main(process.argv.slice(2));
