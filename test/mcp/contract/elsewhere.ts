import type { HeldElsewhere, Unheld } from './row';

/** Sentences that no call can show, and the tests (of bounds: the benchmark) that hold them. */
export const heldElsewhere: readonly HeldElsewhere[] = [
  {
    sentences: ['mem_save#2', 'tools#8', 'tools#28', 'tools#135'],
    tests: ['test/mcp/contract/golden.test.ts'],
  },
  { sentences: ['tools#4'], tests: ['test/unit/lint/layers.test.ts'] },
  { sentences: ['tools#5', 'tools#9'], tests: ['test/unit/vscode/manifest.test.ts'] },
  { sentences: ['tools#10'], tests: ['test/unit/vscode/engineFloor.test.ts'] },
  { sentences: ['tools#11', 'tools#17'], tests: ['test/unit/tools/schemas.test.ts'] },
  {
    sentences: ['tools#12', 'tools#16'],
    tests: ['test/mcp/contract/golden.test.ts', 'test/unit/tools/schemas.test.ts'],
  },
  { sentences: ['tools#23', 'tools#30'], tests: ['test/editor/host/memory.test.ts'] },
  { sentences: ['tools#29'], tests: ['test/editor/ui/agent.test.ts'] },
  { sentences: ['tools#76'], tests: ['bench/candidates.ts'] },
  { sentences: ['tools#131'], tests: ['test/mcp/resources.test.ts'] },
  { sentences: ['tools#132'], tests: ['test/mcp/protocol.test.ts'] },
  { sentences: ['tools#133'], tests: ['test/editor/ui/surfaces.test.ts', 'test/mcp/resources.test.ts'] },
  { sentences: ['family#26'], tests: ['test/unit/tools/schemas.test.ts', 'test/mcp/inspector.test.ts'] },
];

/** Sentences that promise nothing which a test could see. */
export const unheld: readonly Unheld[] = [
  { sentences: ['memory#2'], why: 'names a tool of another program' },
  {
    sentences: ['memory#19', 'memory#26', 'memory#27', 'memory#39', 'memory#42'],
    why: 'advice to the model; what it needs of it stands in the description of the tool',
  },
  {
    sentences: ['mem_save#1', 'mem_save#4', 'mem_save#7', 'mem_save#8', 'mem_save#31', 'mem_save#32'],
    why: 'a heading of its page',
  },
  {
    sentences: [
      'remember#1',
      'remember#2',
      'remember#3',
      'remember#34',
      'remember#36',
      'remember#38',
      'remember#59',
    ],
    why: 'introduces what follows',
  },
  { sentences: ['remember#58', 'remember#67', 'remember#70', 'remember#74'], why: 'refers to another page' },
  {
    sentences: ['remember#56', 'remember#57', 'remember#69', 'tools#107'],
    why: 'of organisations and subscriptions, which this product has not: never raised',
  },
  { sentences: ['remember#77'], why: 'advice to the model; it stands in the description of derived_from' },
  { sentences: ['tools#1', 'tools#2', 'tools#3', 'tools#18'], why: 'introduces what follows' },
  { sentences: ['tools#38', 'tools#134', 'family#1', 'family#2'], why: 'refers to another page' },
];
