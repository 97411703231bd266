/* The scanner is heard once the page is shown. A code that is scanned before then is not lost. */

import { workspacePage } from '../../app/workspace-page.ts'

declare global {
  /** Keys that `early.js` has recorded since the document started, and the function that stops it. */
  var firstKeys: { keys: KeyboardEvent[]; stop: () => void } | undefined
}

const keys: KeyboardEvent[] = []
/** The longest code, its Enter, and some that were typed before it. */
const most = 128

const keep = (event: KeyboardEvent) => {
  const isTyped =
    event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable]')
  // Each holds on to what had the focus, which elsewhere nobody takes off it: a dialog of the dashboard, closed by Escape.
  if (isTyped || workspacePage(location.pathname) === undefined) return
  keys.push(event)
  if (keys.length > most) keys.shift()
}
globalThis.firstKeys?.stop()
globalThis.firstKeys?.keys.forEach(keep)
globalThis.firstKeys = undefined
window.addEventListener('keydown', keep, { capture: true })

/** Returns the keys that were pressed outside of fields so far; from then on nothing is kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  window.removeEventListener('keydown', keep, { capture: true })
  return keys.splice(0)
}
