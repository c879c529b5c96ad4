import { runEditorSuites } from './editorSuites';

// Usage: npm run test:electron [-- PATTERN]
// Downloads VS Code. On Linux without a display: xvfb-run -a npm run test:electron

const counts = await runEditorSuites('electron', process.argv[2]);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
