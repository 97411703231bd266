import { defineConfig, type DummyRuleMap } from 'oxlint'

/** React Compiler's findings and those on hooks; what it cannot compile is not an error. */
const react = {
  'react/rules-of-hooks': 'error',
  'react/exhaustive-deps': 'error',
  'react/static-components': 'error',
  'react/use-memo': 'error',
  'react/preserve-manual-memoization': 'error',
  'react/incompatible-library': 'error',
  'react/immutability': 'error',
  'react/globals': 'error',
  'react/refs': 'error',
  'react/set-state-in-effect': 'error',
  'react/error-boundaries': 'error',
  'react/purity': 'error',
  'react/set-state-in-render': 'error',
  'react/unsupported-syntax': 'error',
} satisfies DummyRuleMap

const formatted = 'Dates and numbers are written by format.ts.'

export default defineConfig({
  ignorePatterns: ['**/dist/', 'data/', 'artifacts/', 'server/src/database/tables.ts'],
  plugins: ['eslint', 'typescript', 'import'],
  jsPlugins: ['./scripts/lint-rules.mjs'],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', maxWarnings: 0 },
  rules: {
    'max-lines': ['error', { max: 350 }],
    'no-array-constructor': 'error',
    'no-case-declarations': 'error',
    'no-constant-condition': 'error',
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-unexpected-multiline': 'error',
    'no-useless-assignment': 'error',
    'no-useless-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'preserve-caught-error': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-restricted-globals': [
      'error',
      { name: 'confirm', message: 'Use Confirm: the browser dialog cannot be styled or tested.' },
      { name: 'alert', message: 'Use a toast or an ErrorBox.' },
    ],
    'import/no-default-export': 'error',
    // Strings are sorted, spread and written as they are in many places where that is right.
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/unified-signatures': 'error',
    'stowage/no-own-mocks': 'error',
    'stowage/no-spread-literal': 'error',
    'stowage/plain-exports': 'error',
  },
  overrides: [
    {
      files: ['web/src/**'],
      plugins: ['react'],
      rules: {
        ...react,
        'stowage/right-of-route': 'error',
        // Text only: Trusted Types refuse markup from data.
        'react/no-danger': 'error',
        'no-restricted-properties': [
          'error',
          { property: 'watch', message: 'Use useWatch: watch() re-renders the whole form.' },
          { property: 'randomUUID', message: 'Use newId: without TLS the browser has none.' },
          { object: 'Intl', message: formatted },
          { property: 'toLocaleString', message: formatted },
          { property: 'toLocaleDateString', message: formatted },
          { property: 'toLocaleTimeString', message: formatted },
        ],
      },
    },
    { files: ['web/src/app/format.ts'], rules: { 'no-restricted-properties': 'off' } },
    // Cells are kept as they are, comments included.
    { files: ['server/src/cells/**'], rules: { 'stowage/plain-exports': 'off' } },
    // What the router or a tool loads by its default export.
    {
      files: ['web/src/**/*Page.tsx', 'web/src/**/*Dialog.tsx', '**/*.config.ts', '**/*.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    // TypeScript finds these elsewhere.
    {
      files: ['**/*.{js,mjs,cjs}'],
      env: { node: true, browser: true, es2024: true, commonjs: true },
      rules: { 'no-undef': 'error' },
    },
  ],
})
