import { waitForScanner } from '../parts/key-reader.ts'
import { scanGap } from './device.ts'
import { scanReader, silence } from './reader.ts'

const fields = 'input, textarea, select, [contenteditable]'
/** Fields in which a scan is a scan: list searches, scan fields, quantities on the floor. */
const scanFields = '[data-scan="code"]'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Writes a value as typing would, so that React hears of it. */
function write(field: Field, value: string) {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Some scanners write the separator of GS1 fields as Ctrl and a bracket. */
const isSeparator = ({ key, ctrlKey }: KeyboardEvent) =>
  key === '\u001d' || (ctrlKey && (key === ']' || key === '\u001d'))

/**
 * Listens to the keyboard of the whole page for a scanner, before anything else hears it. What a
 * scanner types into a field that takes scans is taken out of it again; in any other field nobody
 * interferes, Enter included. Returns how to stop.
 */
export function listenForScans(onScan: (code: string) => void): () => void {
  const read = scanReader(scanGap)
  waitForScanner(scanGap())
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The field the burst goes to, and what stood there before it. */
  let field: Field | undefined
  let before = ''
  let isFirst = true

  const finish = (code: string | undefined) => {
    clearTimeout(timer)
    if (code !== undefined) {
      if (field) write(field, before)
      onScan(code)
    }
    field = undefined
    isFirst = true
  }
  const forget = () => {
    read.forget()
    finish(undefined)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event
    const inField = target instanceof Element ? target.closest(fields) : null
    if (event.isComposing || event.repeat || (inField && !inField.matches(scanFields)))
      return forget()
    const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (key === 'Enter' || key === 'Tab') {
      const code = read.end(event.timeStamp)
      if (code !== undefined) stop(event)
      return finish(code)
    }
    if (!isLetter && !isSeparator(event)) {
      // Shift and its like come with the letters.
      if (!['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock'].includes(key)) forget()
      return
    }
    if (!field && (inField instanceof HTMLInputElement || inField instanceof HTMLTextAreaElement)) {
      field = inField
      // One that the first letter has opened, as in a cell of the grid, holds nothing but the code.
      before = isFirst ? inField.value : ''
    }
    isFirst = false
    const isBurst = read.letter(isLetter ? key : '\u001d', event.timeStamp)
    // A space in a code must not press the button that has the focus.
    if (!isLetter || (isBurst && !inField)) event.preventDefault()
    clearTimeout(timer)
    timer = setTimeout(() => finish(read.rest()), silence)
  }
  const stop = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}
