import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { layers } from './tools/lint/layers.mjs';

const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a default export gets another name in every file that imports it.',
};
const NO_BARREL = {
  selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
  message:
    'No barrels: import from the file that defines the thing, so that a reader and the bundler find it.',
};

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'dist/',
      'out/',
      '.vscode-test/',
      'test/support/vscode-host/node_modules/',
      'test/fixtures/',
    ],
  },
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
  },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { layers },
    rules: {
      'layers/direction': 'error',
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT, NO_BARREL],
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'interface', format: ['PascalCase'], custom: { regex: '^I[A-Z]', match: false } },
      ],
    },
  },
  {
    files: ['src/**'],
    rules: {
      // A server on stdio speaks its protocol on stdout: one stray line ends the session.
      'no-console': 'error',
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    // The tools that read these files want a default export.
    files: ['eslint.config.mjs', 'vitest.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
