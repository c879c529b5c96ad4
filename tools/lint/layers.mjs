import { isBuiltin } from 'node:module';
import path from 'node:path';

/** Rooms of src/ and the rooms each may import, itself apart. The direction is the architecture: see ARCHITECTURE.md. */
const MAY_IMPORT = {
  store: [],
  search: [],
  guard: [],
  project: ['store'],
  memory: ['store', 'search', 'guard', 'project'],
  tools: ['memory', 'store', 'search', 'guard', 'project'],
  mcp: ['tools', 'memory', 'store', 'search', 'guard', 'project'],
  vscode: ['tools', 'memory', 'store', 'search', 'guard', 'project'],
};

const WHY = {
  store: 'the store knows rows and files, never what they mean, so that it can be tested and reused alone',
  search:
    'search is a pure function of texts, so that ranking can be measured without a database or an editor',
  guard: 'the guard is a pure function of a text, so that the same check holds on every way into the store',
  project:
    'detection works over its own small ports and the catalog over the store, so that both run the same in a server and in the editor',
  memory: 'the domain must not depend on who calls it',
  tools: 'a tool is described once and served by several surfaces, so it cannot depend on one of them',
  mcp: 'the server process and the editor are two programs: what both need belongs to tools or below',
  vscode: 'the server process and the editor are two programs: what both need belongs to tools or below',
};

/** Rooms whose code is pure: no Node. */
const PURE = new Set(['search', 'guard']);

/** The room of src/ a file lies in, or undefined. */
function roomOf(file, root) {
  const [top, room, rest] = path.relative(root, file).split(path.sep);
  return top === 'src' && rest !== undefined ? room : undefined;
}

/** Says what is wrong with `specifier` imported in `file`, or undefined. */
function fault(specifier, file, root) {
  const room = roomOf(file, root);
  if (room === undefined) return undefined;
  if (!(room in MAY_IMPORT)) {
    return `src/${room} is not a room: name it and its place in the direction in tools/lint/layers.mjs first.`;
  }
  if (specifier === 'vscode') {
    if (room === 'vscode') return undefined;
    return `Only src/vscode imports 'vscode': everything else must also run in the server process and in plain Node. Pass what you need through a port.`;
  }
  if (isBuiltin(specifier)) {
    if (!PURE.has(room)) return undefined;
    return `src/${room} imports no Node module ('${specifier}'): ${WHY[room]}.`;
  }
  if (!specifier.startsWith('.')) return undefined;
  const target = roomOf(path.resolve(path.dirname(file), specifier, 'file'), root);
  if (target === undefined) {
    return `src/${room} imports '${specifier}' from outside src/: the programs hold only what lies in src/.`;
  }
  if (target === room || MAY_IMPORT[room].includes(target)) return undefined;
  return `src/${room} must not import src/${target}: ${WHY[room]}. The direction is store <- project; store, search, guard, project <- memory <- tools <- mcp, vscode.`;
}

const rule = {
  meta: {
    type: 'problem',
    docs: { description: 'rooms of src/ import only in the direction of the architecture' },
    messages: { fault: '{{text}}' },
    schema: [],
  },
  create(context) {
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const text = fault(source.value, context.filename, context.cwd);
      if (text !== undefined) context.report({ node: source, messageId: 'fault', data: { text } });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
      TSExternalModuleReference: (node) => check(node.expression),
      "CallExpression[callee.name='require']": (node) => check(node.arguments[0]),
    };
  },
};

export const layers = { meta: { name: 'layers' }, rules: { direction: rule } };
