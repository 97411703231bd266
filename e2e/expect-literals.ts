import type { Locator, Page } from '@playwright/test'
import { screens, type Screen } from './literals.ts'
import { expect } from './fixtures.ts'

/**
 * Waits until every promised text of the screen stands in `root`, in the very characters: neither
 * case nor spaces are forgiven. `values` takes the place of what stands in braces.
 */
export async function expectLiterals(
  root: Page | Locator,
  name: keyof typeof screens,
  values: Readonly<Record<string, string>> = {},
) {
  const place = 'goto' in root ? root.locator('html') : root
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? `{${key}}`)
  const { shown, within = [] }: Screen = screens[name]
  const wanted = { shown: shown.map(filled), within: within.map(filled) }
  await expect
    .poll(() => place.evaluate(missing, wanted), { message: `missing on ${name}` })
    .toEqual([])
}

/** Runs in the page. */
function missing(root: Element, { shown, within }: { shown: string[]; within: string[] }) {
  const said = new Set([document.title])
  for (const element of [root, ...root.querySelectorAll('*')]) {
    // What a closed list offers has no box of its own.
    if (!(element.closest('select') ?? element).checkVisibility()) continue
    said.add(element.textContent)
    for (const { nodeType, nodeValue } of element.childNodes)
      if (nodeType === Node.TEXT_NODE && nodeValue) said.add(nodeValue)
    for (const name of ['placeholder', 'title', 'aria-label', 'alt', 'value'])
      said.add(element.getAttribute(name) ?? '')
  }
  const texts = [...said]
  return [
    ...shown.filter((text) => !said.has(text)),
    ...within.filter((part) => !texts.some((text) => text.includes(part))),
  ]
}
