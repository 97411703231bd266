import type { CDPSession, Page } from '@playwright/test'

/* What the browser itself says of how long keys wait for their paint. */

/**
 * Presses the keys of a code and Enter. They are sent at once, without waiting for the page: a slow page that is waited for
 * gets its keys too late for a scan, and then nothing answers.
 */
export async function scanInto(devtools: CDPSession, code: string): Promise<void> {
  const sent: Promise<unknown>[] = []
  for (const key of [...code, 'Enter']) {
    const text = key === 'Enter' ? '\r' : key
    const windowsVirtualKeyCode = text.charCodeAt(0)
    const one = { key, windowsVirtualKeyCode }
    sent.push(
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...one }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...one }),
    )
  }
  await Promise.all(sent)
}

/**
 * Run in a page before its own scripts: keeps how long each interaction takes, to 8 ms as the browser tells it, how many
 * keys were pressed, when Enter was pressed last, and what the heading has said since when.
 */
export const watchInteractions = `
  globalThis.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration } of list.getEntries())
      if (id) interactions.set(id, Math.max(duration, interactions.get(id) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16 })

  globalThis.heading = { text: '', at: 0 }
  new MutationObserver(() => {
    const text = document.querySelector('h1')?.textContent
    if (text && text !== heading.text) heading = { text, at: performance.now() }
  }).observe(document, { subtree: true, childList: true, characterData: true })

  globalThis.pressedAt = 0
  globalThis.keys = 0
  const press = ({ key, timeStamp }) => {
    keys += 1
    if (key === 'Enter') pressedAt = timeStamp
  }
  addEventListener('keydown', press, { capture: true })`

/**
 * Returns how long each key took until the next paint, the longest first, in milliseconds. Shorter ones than 16 are not
 * told, and are 0.
 */
export async function interactionsOf(page: Page): Promise<number[]> {
  const { told, count } = await page.evaluate<{ told: number[]; count: number }>(
    '({ told: [...interactions.values()], count: keys })',
  )
  const others = Array.from({ length: Math.max(0, count - told.length) }, () => 0)
  return [...told.toSorted((a, b) => b - a), ...others]
}

/** The interaction to next paint of a page as browsers report it: one in fifty may take longer. */
export const nextPaint = (longestFirst: readonly number[]): number =>
  longestFirst[Math.floor(longestFirst.length / 50)] ?? 0

/** Resolves with the milliseconds from the last Enter until the heading was this. Rejects after 15 seconds. */
export const untilHeading = (page: Page, wanted: string) =>
  page.evaluate<number>(`new Promise((done, fail) => {
    const wanted = ${JSON.stringify(wanted)}
    const until = performance.now() + 15_000
    const look = () => {
      if (heading.text === wanted) done(heading.at - pressedAt)
      else if (performance.now() < until) setTimeout(look, 20)
      else fail(new Error('The heading is ' + heading.text + ' instead of ' + wanted))
    }
    look()
  })`)
