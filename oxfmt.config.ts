import { defineConfig } from 'oxfmt'

export default defineConfig({
  semi: false,
  singleQuote: true,
  printWidth: 100,
  sortPackageJson: false,
  ignorePatterns: ['dist', 'data', 'artifacts', 'package-lock.json'],
})
