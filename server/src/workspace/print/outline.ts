import type { Glyph } from 'fontkit'
import type { Face } from './fonts.ts'
import type { Line } from './typeset.ts'

/** Units of the outlines in one em, upwards from the baseline. */
export const outlineUnits = 1_000

/** Returns the outlines of a line as the path of an SVG, in `outlineUnits`. */
export function outlineOf({ runs }: Line): string {
  const parts: string[] = []
  let x = 0
  for (const { face, glyphs, positions, width } of runs) {
    const scale = outlineUnits / face.font.unitsPerEm
    let pen = x
    for (const [i, glyph] of glyphs.entries()) {
      const { xOffset, yOffset, xAdvance } = positions[i] ?? { xOffset: 0, yOffset: 0, xAdvance: 0 }
      parts.push(outlineAt(outlineOfGlyph(glyph, face), pen + xOffset * scale, yOffset * scale))
      pen += xAdvance * scale
    }
    x += width * outlineUnits
  }
  return parts.join('')
}

/** Where an outline begins, and how it goes on from there. */
type Outline = { x: number; y: number; rest: string } | undefined

const outlineAt = (outline: Outline, dx: number, dy: number) =>
  outline ? `M${Math.round(outline.x + dx)} ${Math.round(outline.y + dy)}${outline.rest}` : ''

const known = new WeakMap<Face, Map<number, Outline>>()

function outlineOfGlyph(glyph: Glyph, face: Face): Outline {
  const outlines = known.get(face) ?? new Map<number, Outline>()
  known.set(face, outlines)
  if (!outlines.has(glyph.id)) outlines.set(glyph.id, traceGlyph(glyph, face))
  return outlines.get(glyph.id)
}

/** After its start an outline goes on by distances, which are short numbers and the same wherever it is. */
function traceGlyph({ path }: Glyph, { font }: Face): Outline {
  const scale = outlineUnits / font.unitsPerEm
  const [first, ...more] = path.commands
  if (first?.command !== 'moveTo') return undefined
  const [x = 0, y = 0] = first.args.map((one) => Math.round(one * scale))
  let [lastX, lastY] = [x, y]
  let [startX, startY] = [x, y]
  const rest = more.map(({ command, args }) => {
    const points = args.map((one) => Math.round(one * scale))
    const shown = points.map((one, n) => one - (n % 2 === 0 ? lastX : lastY))
    lastX = points.at(-2) ?? startX
    lastY = points.at(-1) ?? startY
    if (command === 'moveTo') [startX, startY] = [lastX, lastY]
    return letters[command] + shown.join(' ')
  })
  return { x, y, rest: rest.join('') }
}

const letters = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
} as const
