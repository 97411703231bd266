/* The scanner is heard once the page is shown. A code that is scanned before then is not lost. */

const keys: KeyboardEvent[] = []

const keep = (event: KeyboardEvent) => {
  const isTyped =
    event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable]')
  if (!isTyped) keys.push(event)
}
window.addEventListener('keydown', keep, { capture: true })

/** Returns the keys that were pressed outside of fields so far; from then on nothing is kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  window.removeEventListener('keydown', keep, { capture: true })
  return keys.splice(0)
}
