import { waitForScanner } from '../../parts/key-reader.ts'
import { takeLetter } from '../../parts/keys.ts'
import { rememberEnter, scanGap, sendsEnter } from './device.ts'
import { takeEarlyKeys } from './early-keys.ts'
import { scanReader } from './reader.ts'

/** A box or a choice takes no text: with the focus on one, a scan is looked up. */
const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'
/**
 * Fields that declare how they take a scan. `code`: looked up and never typed, as in list searches, scan
 * fields and quantities on the floor. `fill`: typed without the Enter, as for barcodes, SKUs and codes in
 * forms.
 */
const scanFields = '[data-scan="code"], [data-scan="fill"]'

/** Milliseconds a timer is late when the page was busy, and keys may still wait to be heard. */
const late = 30

type Field = HTMLInputElement | HTMLTextAreaElement

/** Writes a value as typing would, so React hears of it. */
function write(field: Field, value: string) {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const isFilled = (field: Field) => field.dataset['scan'] === 'fill'

/** The separators of GS1 fields and of ISO/IEC 15434, which some scanners write as Ctrl and another key. */
const separators: Readonly<Record<string, string>> = { ']': '\u001d', '^': '\u001e', 6: '\u001e' }
const separatorOf = ({ key, ctrlKey }: KeyboardEvent): string | undefined =>
  key === '\u001d' || key === '\u001e' ? key : ctrlKey ? separators[key] : undefined

type Listener = {
  /** A code to look up. */
  onScan: (code: string) => void
  /** A code stands in the field it was meant for. */
  onFill: () => void
}

/**
 * Listens to the keyboard of the whole page for a scanner, before anything else hears it. What a
 * scanner types into a field where it is looked up is taken out of it again; in a field it fills only
 * its Enter is held back; in any other nobody interferes, Enter included. Returns how to stop.
 */
export function listenForScans({ onScan, onFill }: Listener): () => void {
  // While a page starts it is busy, and what is not known to send Enter is torn as well.
  let isStart = true
  const read = scanReader(scanGap, () => isStart || sendsEnter())
  waitForScanner(scanGap())
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The value of each field before the burst reached it: several if the page moves the focus meanwhile. */
  const typedInto = new Map<Field, string>()
  let isFirst = true
  let hasPressed = false

  const clear = () => {
    clearTimeout(timer)
    typedInto.clear()
    isFirst = true
  }
  /** The field that the code stands in as its text, all of it. */
  const findFilled = () => {
    const [field] = typedInto.keys()
    return field && typedInto.size === 1 && isFilled(field) ? field : undefined
  }
  const finish = (code: string, isEnded: boolean) => {
    const filled = findFilled()
    if (!filled) for (const [field, before] of typedInto) write(field, before)
    clear()
    // Without Enter nothing is to be held back, and it may have been a person after all.
    if (filled && !isEnded) return
    rememberEnter(isEnded)
    if (!filled) return onScan(code)
    // The next scan takes its place.
    filled.select()
    onFill()
  }
  const rest = () => {
    const code = read.rest()
    if (code === undefined) clear()
    else finish(code, false)
  }
  const awaitMore = () => {
    clearTimeout(timer)
    const due = performance.now() + read.pause()
    const check = () => (performance.now() - due < late ? rest() : awaitMore())
    timer = setTimeout(check, read.pause())
  }
  const forget = () => {
    read.forget()
    clear()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    const inField = target instanceof Element ? target.closest(fields) : null
    if (event.isComposing || event.repeat || (inField && !inField.matches(scanFields)))
      return forget()
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (key === 'Enter' || key === 'Tab') {
      const code = read.end(event.timeStamp)
      if (code === undefined) return clear()
      // Tab leads on from a field that is filled.
      if (key === 'Enter' || !findFilled()) stop(event)
      return finish(code, true)
    }
    const separator = separatorOf(event)
    if (!isLetter && separator === undefined) {
      // Shift and its like come with the letters.
      if (!['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock'].includes(key)) forget()
      return
    }
    // No code begins with a space: it presses the box or button that has the focus.
    if (key === ' ' && isFirst && !inField) return forget()
    const field =
      inField instanceof HTMLInputElement || inField instanceof HTMLTextAreaElement ? inField : null
    const isElsewhere = !field || !typedInto.has(field)
    // A press of the pointer has led elsewhere.
    if (hasPressed && typedInto.size > 0 && isElsewhere) forget()
    if (field && isElsewhere) {
      // One that the first letter has opened, as in a cell of the grid, holds nothing but the code.
      const isOpened = !isFirst && typedInto.size === 0
      typedInto.set(field, isOpened ? '' : field.value)
    }
    isFirst = false
    hasPressed = false
    const isBurst = read.letter(separator ?? key, event.timeStamp)
    if (isBurst && !inField) {
      // A space must not press the button that has the focus, and a slow device takes 2 ms for each letter that others hear.
      stop(event)
      takeLetter(event.timeStamp)
    } else if (!isLetter) event.preventDefault()
    awaitMore()
  }
  const stop = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const event of takeEarlyKeys()) onKeyDown(event)
  isStart = false
  const onPointerDown = () => (hasPressed = true)
  window.addEventListener('keydown', onKeyDown, { capture: true })
  window.addEventListener('pointerdown', onPointerDown, { capture: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, { capture: true })
    window.removeEventListener('pointerdown', onPointerDown, { capture: true })
  }
}
