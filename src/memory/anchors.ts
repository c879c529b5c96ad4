/** What a memory names that another may name too: a file, a symbol of code, an issue. */
export interface Anchor {
  readonly kind: 'path' | 'symbol' | 'issue';
  /** `src/store/log.ts`, `openStore`, `#123`, `ABC-123`. */
  readonly name: string;
}

/** As much of a text as is looked through. */
const READ_LENGTH = 20_000;
const MOST_ANCHORS = 64;
/** Signs of a name in a word: most words of prose have none and are not looked at again. */
const SIGN = /[/\\#_$(]|::|\p{Ll}\p{Lu}|[\p{L}\d]\.\p{L}|[A-Z]-\d/u;

const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|json5?|jsonc|ya?ml|toml|ini|cfg|conf|env|lock|md|mdx|rst|txt|adoc|py|pyi|ipynb|go|rs|java|kts?|scala|rb|php|cs|fs|c|h|cc|cpp|hpp|m|mm|swift|dart|lua|pl|r|jl|ex|exs|erl|hs|ml|clj|sql|graphql|proto|tf|sh|bash|zsh|ps1|bat|html?|css|s[ac]ss|less|vue|svelte|xml|csproj|gradle|svg|png)$/i;
const PATH = /(?<![\w@/.:-])(?:\.{0,2}\/)?[\w@][\w@.+-]{0,80}(?:[\\/][\w@.+-]{1,80}){0,12}/g;
/** The issue in the address of one, at the common hosts: `/issues/12`, `/pull/12`, `/merge_requests/12`. */
const ISSUE_ADDRESS = /\/(?:issues|pull|merge_requests)\/(\d{1,7})(?!\d)/g;
const ISSUE = /(?<![\w&#/])(?:GH-|#)(\d{1,7})(?![\w-])/g;
const TICKET = /(?<![\w-])([A-Z][A-Z\d]{1,9}-\d{1,6})(?![\w-])/g;
/** What reads like a ticket and is none: standards, and `GH-124`, which is #124. */
const STANDARD =
  /^(?:GH|UTF|ISO|RFC|SHA|MD|AES|RSA|CVE|CWE|ES|EN|DIN|IEEE|ECMA|PEP|COVID|GPT|HTTP|TLS|X|UTC|GMT)-/;
const SYMBOL =
  /(?<![\w$./@-])[\p{L}_$][\p{L}\d_$]{2,80}(?:(?:::|\.|#)[\p{L}_$][\p{L}\d_$]{1,80}){0,4}(?:\(\))?/gu;
/** Cased as names of code are, not as names of products. */
const CASED =
  /^[\p{Ll}_$][\p{L}\d$]*\p{Lu}[\p{L}\d_$]*$|^[\p{L}\d$]+_[\p{L}\d_$]+$|^\p{Lu}[\p{Ll}\d]+(?:\p{Lu}[\p{Ll}\d]+)+$/u;
const PRODUCTS = new Set(
  `JavaScript TypeScript GitHub GitLab BitBucket PostgreSQL MySQL SQLite MongoDB GraphQL CoffeeScript VSCode OpenAI ChatGPT
  DevOps PowerShell LinkedIn YouTube WordPress CloudFlare CircleCI JetBrains IntelliJ WebStorm PyCharm OpenSSL OpenSSH
  WebAssembly WebSocket macOS iOS iPhone eBay npmjs`.split(/\s+/),
);

/** Every anchor of a text once, in the order they stand there; at most 64. A function of the text alone. */
export function anchorsOf(text: string): readonly Anchor[] {
  const read = text
    .slice(0, READ_LENGTH)
    .split(/\s+/)
    .filter((word) => SIGN.test(word))
    .join(' ');
  const found = new Map<string, Anchor>();
  const add = (kind: Anchor['kind'], name: string): void => {
    if (found.size < MOST_ANCHORS) found.set(`${kind} ${name}`, { kind, name });
  };
  for (const [, number = ''] of read.matchAll(ISSUE_ADDRESS)) add('issue', `#${number}`);
  for (const [, number = ''] of read.matchAll(ISSUE)) add('issue', `#${number}`);
  for (const [, ticket = ''] of read.matchAll(TICKET)) if (!STANDARD.test(ticket)) add('issue', ticket);
  for (const [candidate] of read.matchAll(PATH)) {
    const path = normalPath(candidate);
    if (path !== undefined) add('path', path);
  }
  for (const [candidate] of read.matchAll(SYMBOL)) {
    const symbol = normalSymbol(candidate);
    if (symbol !== undefined) add('symbol', symbol);
  }
  return [...found.values()];
}

/** `./src/a.ts` and `src\a.ts` are `src/a.ts`; lines and fragments are no part of it. Undefined for what is no path. */
function normalPath(candidate: string): string | undefined {
  const path = candidate
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .replace(/\.+$/, '');
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '..')) return undefined;
  const isFile = FILE_ENDING.test(path) && !/^\.?\d/.test(segments.at(-1) ?? '');
  // `and/or`, `2024/05/01`: two words or numbers are no path.
  const isFolder = segments.length >= 3 && segments.filter((segment) => /[a-z]/i.test(segment)).length >= 3;
  return isFile || isFolder ? path : undefined;
}

function normalSymbol(candidate: string): string | undefined {
  const isCalled = candidate.endsWith('()');
  const name = candidate.replace(/\(\)$/, '');
  const isQualified = /::|#/.test(name);
  const last = name.split(/::|\.|#/).at(-1) ?? '';
  if (FILE_ENDING.test(name) && !isCalled) return undefined;
  if (!isCalled && !isQualified && !CASED.test(last)) return undefined;
  return PRODUCTS.has(name) ? undefined : last;
}
