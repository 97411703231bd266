import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font, type Glyph } from 'fontkit'

/* The fonts of papers and labels. Only the threads that draw load this module: fonts take megabytes. */

export type Weight = 'regular' | 'bold'
export const weightOf = ({ isBold = false }: { isBold?: boolean }): Weight =>
  isBold ? 'bold' : 'regular'

/** A font file of one weight. Its name is unique. */
export type Face = { name: string; family: Family; font: Font; file: Buffer }

type Family = (typeof families)[number] | 'base'
type Chunk = { family: Exclude<Family, 'base'>; key: string }

/** Noto Sans in packages, in pieces of about 100 letters each. A piece is read when one of its letters is drawn. */
const families = ['hebrew', 'arabic', 'thai', 'devanagari', 'jp', 'sc', 'tc', 'kr'] as const
const weights = { regular: 400, bold: 700 } as const

/** About 20 MB of fonts. A thread that has read more starts again with the base fonts. */
const mostFaces = 160

const require = createRequire(import.meta.url)
const fileOf = (family: string, path: string) =>
  require.resolve(`@fontsource-variable/noto-sans-${family}/${path}`)

const faces = new Map<string, Face>()
/** The piece of a family that has a letter, by family and letter, of those that were read. */
const pieces = new Map<string, Chunk>()
const indexes = new Map<Family, Map<number, string>>()

const baseOf = (weight: Weight) => faces.get(`base-${weight}`)

function addFace(name: string, family: Family, file: Buffer): Face {
  const font = create(file)
  if (!('layout' in font)) throw new Error(`${name} is a collection of fonts`)
  keepLetters(font)
  const face = { name, family, font, file }
  faces.set(name, face)
  return face
}

/** fontkit remembers a glyph with the letters that it had when it was first used. In Arabic it has others later. */
function keepLetters(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    const isSame = codePoints.length === 0 || codePoints.join() === glyph.codePoints.join()
    return isSame ? glyph : (Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph)
  }
}

/** Reads what these texts are drawn with. Returns the letters that no font has. */
export async function loadFaces(
  texts: Iterable<readonly [text: string, weight: Weight]>,
): Promise<Set<string>> {
  if (faces.size > mostFaces) {
    faces.clear()
    pieces.clear()
  }
  await loadBase()
  const missing = new Set<string>()
  const seen = new Set<string>()
  for (const [text, weight] of texts) {
    const letters = [...text].filter(
      (letter) => !isIgnorable(letter) && !hasLetter(baseOf('regular'), letter),
    )
    if (letters.length === 0) continue
    const first = await familyOf(text, letters)
    for (const letter of letters) {
      const key = `${weight} ${first}${letter}`
      if (seen.has(key)) continue
      seen.add(key)
      if (!(await loadLetter(letter, first, weight))) missing.add(letter)
    }
  }
  return missing
}

const pointOf = (letter: string) => letter.codePointAt(0) ?? 0
const isHan = (letter: string) => /\p{Script=Han}/u.test(letter)

/** Chinese characters have a form for each country. Letters beside them tell which, or that it may be any. */
function likelyFamilies(text: string): Chunk['family'][] {
  if (/[\u3040-\u30FF\u31F0-\u31FF]/.test(text)) return ['jp']
  if (/\p{Script=Hangul}/u.test(text)) return ['kr']
  return ['jp', 'sc', 'tc']
}

/** Returns the first of the likely families that has all Chinese characters of a text. */
async function familyOf(text: string, letters: readonly string[]): Promise<Chunk['family']> {
  const likely = likelyFamilies(text)
  for (const family of likely) {
    const index = await indexOf(family)
    if (letters.every((letter) => !isHan(letter) || index.has(pointOf(letter)))) return family
  }
  return likely[0] ?? 'jp'
}

async function loadBase(): Promise<void> {
  for (const weight of ['regular', 'bold'] as const)
    if (!baseOf(weight)) {
      const path = new URL(
        `fonts/noto-sans${weight === 'bold' ? '-bold' : ''}.ttf`,
        import.meta.url,
      )
      addFace(`base-${weight}`, 'base', await readFile(path))
    }
}

/** Reads the piece that has a letter, of `first` before any other family. */
async function loadLetter(
  letter: string,
  first: Chunk['family'],
  weight: Weight,
): Promise<boolean> {
  for (const family of new Set([first, ...families])) {
    const key = (await indexOf(family)).get(pointOf(letter))
    if (key === undefined) continue
    // The index names letters that the pieces lack.
    if (!hasLetter(await loadPiece({ family, key }, weight), letter)) continue
    pieces.set(family + letter, { family, key })
    return true
  }
  return false
}

/** Returns which piece of a family has a letter, by code point. */
async function indexOf(family: Chunk['family']): Promise<Map<number, string>> {
  const known = indexes.get(family)
  if (known) return known
  const text = await readFile(fileOf(family, 'unicode.json'), 'utf8')
  const index = new Map<number, string>()
  for (const [key, ranges] of Object.entries(JSON.parse(text) as Record<string, string>)) {
    // The other pieces are Latin, Greek, Cyrillic and symbols.
    if (key !== family && !key.startsWith('[')) continue
    for (const [, from = '', to = from] of ranges.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi))
      for (let point = parseInt(from, 16); point <= parseInt(to, 16); point++) index.set(point, key)
  }
  indexes.set(family, index)
  return index
}

const pieceName = ({ family, key }: Chunk, weight: Weight) =>
  `${family}-${key.replaceAll(/[[\]]/g, '')}-${weight}`

/** Its published types are of an older release. */
type SubsetFont = (
  file: Buffer,
  text: undefined,
  options: {
    keepAllGlyphs: true
    targetFormat: 'sfnt'
    variationAxes: { wght: number }
    keepFeatures?: readonly string[]
  },
) => Promise<Buffer>

const isIdeographic = (family: Family) => ['jp', 'sc', 'tc', 'kr'].includes(family)

async function loadPiece(chunk: Chunk, weight: Weight): Promise<Face> {
  const name = pieceName(chunk, weight)
  const known = faces.get(name)
  if (known) return known
  const { family, key } = chunk
  const piece = `noto-sans-${family}-${key.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
  // Six megabytes that only letters outside the base fonts need.
  const subsetFont = require('subset-font') as SubsetFont
  const file = await subsetFont(await readFile(fileOf(family, `files/${piece}`)), undefined, {
    keepAllGlyphs: true,
    targetFormat: 'sfnt',
    variationAxes: { wght: weights[weight] },
    // Letters of these are drawn as they are, and looking for rules takes most of the time.
    ...(isIdeographic(family) && { keepFeatures: [] }),
  })
  return addFace(name, family, file)
}

const hasLetter = (face: Face | undefined, letter: string) =>
  face?.font.hasGlyphForCodePoint(pointOf(letter)) ?? false

/** Checks whether a letter only shapes those around it, such as a joiner. Nothing is drawn for it. */
export const isIgnorable = (letter: string) => /\p{Default_Ignorable_Code_Point}/u.test(letter)

export const canDraw = (face: Face, letter: string): boolean => hasLetter(face, letter)

/** Returns what draws the letters of a text that `loadFaces` has read, also in other texts. */
export function facesFor(text: string, weight: Weight): (letter: string) => Face {
  const base = baseOf(weight)
  if (!base) throw new Error('Fonts are read before they are used')
  const han = [...text].filter(isHan)
  const first = likelyFamilies(text).find((family) =>
    han.every((letter) => pieces.has(family + letter)),
  )
  const order = first ? [first, ...families] : families
  return (letter) => {
    if (hasLetter(base, letter)) return base
    for (const family of order) {
      const piece = pieces.get(family + letter)
      const face = piece && faces.get(pieceName(piece, weight))
      if (face) return face
    }
    return base
  }
}
