import type { Page } from '@playwright/test'

/** Milliseconds a busy computer holds back the keys of a scanner between two pieces of a code. */
const tear = 120
/** Milliseconds from one key of a scanner to the next. */
const pace = 5

/**
 * Types as a scanner does: all letters in one burst, and what it ends with. Several pieces are one code
 * with a pause before each piece but the first.
 */
export async function scan(
  page: Page,
  code: string | readonly string[],
  ending: 'Enter' | 'Tab' | undefined = 'Enter',
) {
  await page.evaluate(
    async ({ pieces, last, pause, gap }) => {
      let at = performance.now()
      const press = (key: string) => {
        const target = document.activeElement ?? document.body
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        // A key says when it was pressed, not when a busy page came to hear of it.
        Object.defineProperty(event, 'timeStamp', { value: (at += gap) })
        const isTaken = !target.dispatchEvent(event)
        if (isTaken || key.length > 1 || !(target instanceof HTMLInputElement)) return
        if (target.type === 'checkbox' || target.type === 'radio') return
        // What a real key would do in a field: it takes the place of what is selected.
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        const end = target.value.length
        const [from, to] = [target.selectionStart ?? end, target.selectionEnd ?? end]
        set?.call(target, target.value.slice(0, from) + key + target.value.slice(to))
        target.setSelectionRange(from + 1, from + 1)
        target.dispatchEvent(new Event('input', { bubbles: true }))
      }
      for (const [number, piece] of pieces.entries()) {
        if (number > 0) {
          await new Promise((done) => setTimeout(done, pause))
          at += pause
        }
        for (const letter of piece) press(letter)
      }
      if (last) press(last)
    },
    { pieces: [code].flat(), last: ending, pause: tear, gap: pace },
  )
}

/**
 * Presses the keys of a scanner one by one, for pages that answer the first before the next comes. Each key says
 * when it was pressed, however slow the browser is.
 */
export async function pressAsScanner(page: Page, code: string) {
  const session = await page.context().newCDPSession(page)
  const start = Date.now()
  const keys = [...code].map((key) => ({ key, text: key }))
  const enter = { key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
  const sent = [...keys, enter].flatMap((key, i) => {
    const timestamp = (start + i * pace) / 1000
    return [
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
    ]
  })
  await Promise.all(sent)
}
