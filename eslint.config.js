import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'

const spreadLiteral = {
  selector:
    'SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression, JSXSpreadAttribute > ObjectExpression',
  message: 'Write the properties out: a literal is not spread to save lines.',
}

export default ts.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      'data/',
      'artifacts/',
      'server/src/database/tables.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      'max-lines': ['error', { max: 350 }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-restricted-syntax': ['error', spreadLiteral],
      'no-restricted-globals': [
        'error',
        { name: 'confirm', message: 'Use Confirm: the browser dialog cannot be styled or tested.' },
        { name: 'alert', message: 'Use a toast or an ErrorBox.' },
      ],
    },
    languageOptions: { parserOptions: { projectService: true } },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      'no-restricted-syntax': [
        'error',
        spreadLiteral,
        {
          selector: "CallExpression[callee.property.name='watch']",
          message: 'Use useWatch: watch() re-renders the whole form.',
        },
        {
          selector: "MemberExpression[object.name='Intl']",
          message: 'Dates and numbers are written by format.ts.',
        },
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'Text only: markup from data is refused by Trusted Types.',
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['web/src/**/*Page.tsx', 'web/src/**/*Dialog.tsx'],
    rules: {
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
    },
  },
  {
    files: ['server/**/*.ts', 'contract/**/*.ts', 'bench/**/*.ts', 'e2e/**/*.ts'],
    ignores: ['e2e/playwright.config.ts'],
    rules: {
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
    },
  },
  // A test file may be one verb's whole story.
  { files: ['**/*.test.ts', '**/*.spec.ts'], rules: { 'max-lines': ['error', { max: 350 }] } },
  { files: ['web/src/app/format.ts'], rules: { 'no-restricted-syntax': ['error', spreadLiteral] } },
  {
    files: [
      'scripts/**/*.mjs',
      'eslint.config.js',
      '.dependency-cruiser.cjs',
      'web/public/*.js',
      'web/worker/*.js',
    ],
    ...ts.configs.disableTypeChecked,
    languageOptions: {
      globals: {
        process: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        module: 'writable',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        document: 'readonly',
        localStorage: 'readonly',
        self: 'readonly',
        caches: 'readonly',
        matchMedia: 'readonly',
        addEventListener: 'readonly',
        atob: 'readonly',
        fetch: 'readonly',
        location: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
)
