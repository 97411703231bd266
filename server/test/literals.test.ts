import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { screens, type Screen } from '../../e2e/literals.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const product = globSync(['contract/src/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join('\n')

/** Each text that is said after an action only, with the file that does it. */
const later = Object.entries<Screen>(screens).flatMap(([screen, { later = {} }]) =>
  Object.entries(later).flatMap(([file, texts]) => texts.map((text) => ({ screen, file, text }))),
)

const letter = /[\p{L}\p{N}]/u
/** Not as a part of another word: 'Verified' does not stand in 'Unverified'. */
function containsWord(text: string, source: string): boolean {
  for (let at = source.indexOf(text); at >= 0; at = source.indexOf(text, at + 1))
    if (!letter.test(source.charAt(at - 1)) && !letter.test(source.charAt(at + text.length)))
      return true
  return false
}

describe('a text shown only after an action', () => {
  test.each(later)('$screen: $text', ({ file, text }) => {
    expect(containsWord(text, read(file)), `in ${file}`).toBe(true)
    // A journey forgives the case of letters; the source does not.
    expect(containsWord(text, product), 'in the sources of the product').toBe(true)
  })
})

const proofs = [
  ...read('docs/screens.md').matchAll(/`([^`]+\.(?:spec|test)\.ts)` · ([^;|\n]+)/g),
].map(([, file = '', title = '']) => ({ file, title: title.trim() }))

test.each(proofs)('$file has the test: $title', ({ file, title }) => {
  expect(read(file)).toContain(title)
})
