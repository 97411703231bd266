import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..', '..', '..')

/** Paths from the root in backticks; short ones, such as `stock/promote.sql`, are below a folder the text names. */
const paths = /`((?:bench|bin|contract|deploy|docs|e2e|scale|scripts|server|web)\/[\w./-]*)`/g

test('documents and decisions in force name files that exist', () => {
  const documents = globSync('{*.md,docs/*.md,docs/decisions/*.md}', { cwd: root })
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ file, text }) => file !== 'CHANGELOG.md' && !text.includes('**Replaced by '))
  const named = documents.flatMap(({ file, text }) =>
    Array.from(text.matchAll(paths), ([, to = '']) => ({ file, to })),
  )
  expect(named.length).toBeGreaterThan(100)
  const gone = named.filter(({ to }) => !existsSync(path.join(root, to)))
  expect(gone.map(({ file, to }) => `${file}: ${to}`)).toEqual([])
})
