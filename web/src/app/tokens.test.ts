import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const ruleOf = (selector: string) => css.split(`${selector} {`)[1]?.split('}')[0] ?? ''
const declarations = (rule: string) =>
  [...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value])

const pick = (rule: string, side: 1 | 2): Record<string, string> =>
  Object.fromEntries(
    declarations(rule).map(([name, value = '']) => [
      name,
      /light-dark\((#\w+), (#\w+)\)/.exec(value)?.[side] ?? value,
    ]),
  )
const normal = ruleOf('\n:root')
const glare = ruleOf('@variant glare')
const sets = {
  light: pick(normal, 1),
  dark: pick(normal, 2),
  sunlight: pick(glare, 1),
  'dark with more contrast': pick(glare, 2),
}
const contrastSets = Object.entries(sets).slice(2)

/** Relative luminance, WCAG 2.2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg', 'surface', 'hover']
/** Foreground, ground, least ratio. */
const rules: [string, string, number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ['text', ground, 12],
    ['muted', ground, 6.6],
    ['edge', ground, 3.3],
    ['accent', ground, 6.1],
    ['bad-ink', ground, 4.5],
    ['ok-ink', ground, 4.5],
    ['warn-ink', ground, 4.5],
  ]),
  ['on-accent', 'accent', 6.1],
  // A primary button under the pointer.
  ['surface', 'accent-ink', 4.5],
  ['accent-ink', 'accent-soft', 4.5],
  ['ok-ink', 'ok-soft', 4.5],
  ['warn-ink', 'warn-soft', 4.5],
  ['bad-ink', 'bad-soft', 4.5],
  ['bad-line', 'bad-soft', 3],
  ['bad-line', 'surface', 3],
  // What is chosen in a menu or a side bar, and what is written beside it.
  ['text', 'accent-soft', 7],
]

describe.each(Object.entries(sets))('the %s colours', (_name, set) => {
  it.each(rules)('show %s on %s at %s to 1 or more', (front, ground, least) => {
    const [one, other] = [set[front], set[ground]]
    expect(one, `${front} is a colour`).toMatch(/^#[0-9a-f]{6}$/)
    expect(other, `${ground} is a colour`).toMatch(/^#[0-9a-f]{6}$/)
    expect(contrast(one ?? '', other ?? '')).toBeGreaterThanOrEqual(least)
  })
})

it('says every colour again where more contrast is wanted', () => {
  const colours = (set: Record<string, string>) =>
    Object.keys(set).filter((name) => set[name]?.startsWith('#'))
  for (const [, set] of contrastSets) expect(colours(set)).toEqual(colours(sets.light))
})

describe.each(contrastSets)('the %s colours', (_name, set) => {
  const inks = Object.keys(set).filter((name) =>
    /^(text|muted|line|edge|accent|.*-ink)$/.test(name),
  )
  it.each(inks)('show %s at 7 to 1 on every ground', (ink) => {
    for (const ground of [...grounds, 'accent-soft', 'ok-soft', 'warn-soft', 'bad-soft'])
      expect(contrast(set[ink] ?? '', set[ground] ?? ''), ground).toBeGreaterThanOrEqual(7)
  })
  it('have thick borders', () => expect(set['border']).toBe('3px'))
})
