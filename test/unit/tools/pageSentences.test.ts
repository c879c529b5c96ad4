import { expect, it } from 'vitest';
import { pageSentences } from '../../../tools/pageSentences';

const PAGE = `# A tool

> What it does. In two sentences.

Broken by hand, goes on,
and ends e.g. here. See \`a. b\`? Yes.

## Parameters

| Name | Meaning |
|------|---------|
| \`a\` | First \\| second. **Bold.** More |
| \`b\` | One |

- An item! And "another."
1. Last (in brackets.)

\`\`\`json
{"a": "b. c"}
\`\`\`
`;

it('numbers sentences, rows of tables and blocks of code, under their headings', () => {
  const found = pageSentences(PAGE).map(({ number, section, text }) => `${number} ${section}: ${text}`);
  expect(found).toEqual([
    '1 A tool: What it does.',
    '2 A tool: In two sentences.',
    '3 A tool: Broken by hand, goes on, and ends e.g. here.',
    '4 A tool: See `a. b`?',
    '5 A tool: Yes.',
    '6 Parameters: `a` | First \\| second.',
    '7 Parameters: **Bold.**',
    '8 Parameters: More',
    '9 Parameters: `b` | One',
    '10 Parameters: An item!',
    '11 Parameters: And "another."',
    '12 Parameters: Last (in brackets.)',
    '13 Parameters: {"a": "b. c"}',
  ]);
});
