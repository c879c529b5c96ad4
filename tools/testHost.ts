import { runEditorSuites } from './editorSuites';

// Usage: npm run test:host [-- PATTERN]

const counts = await runEditorSuites('server', process.argv[2]);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
