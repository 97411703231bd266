import type { Page } from '@playwright/test'

/** Types as a scanner does: all letters in one burst, and what it ends with. */
export async function scan(
  page: Page,
  code: string,
  ending: 'Enter' | 'Tab' | undefined = 'Enter',
) {
  await page.evaluate(
    ({ letters, last }) => {
      const press = (key: string) => {
        const target = document.activeElement ?? document.body
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        const isTaken = !target.dispatchEvent(event)
        if (isTaken || key.length > 1 || !(target instanceof HTMLInputElement)) return
        // What a real key would do in a field.
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        set?.call(target, target.value + key)
        target.dispatchEvent(new Event('input', { bubbles: true }))
      }
      for (const letter of letters) press(letter)
      if (last) press(last)
    },
    { letters: [...code], last: ending },
  )
}
