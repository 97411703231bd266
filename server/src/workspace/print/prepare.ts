import type { Unprintable } from '@stowage/contract/unprintable'
import { loadFaces, type Weight } from './fonts.ts'
import { forgetLines, graphemesOf } from './typeset.ts'

/** Stands for a character that no font has. */
const box = '\u25A1'

/** Reads the fonts of all texts of a job and returns what cannot be printed of them, each character once. */
export async function prepare(
  texts: readonly (readonly [text: string, weight: Weight])[],
): Promise<Unprintable[]> {
  forgetLines()
  const missing = await loadFaces(texts)
  if (missing.size === 0) return []
  await loadFaces([
    [box, 'regular'],
    [box, 'bold'],
  ])
  const found = new Map<string, string>()
  for (const [text] of texts)
    for (const character of graphemesOf(text))
      if (!found.has(character) && [...character].some((letter) => missing.has(letter)))
        found.set(character, text)
  return [...found].map(([character, text]) => ({ character, text }))
}

/** Returns a text with a box in place of each of these characters. */
export function boxed(text: string, unprintable: readonly Unprintable[]): string {
  const characters = new Set(unprintable.map(({ character }) => character))
  return graphemesOf(text)
    .map((one) => (characters.has(one) ? box : one))
    .join('')
}
