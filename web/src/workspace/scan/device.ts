import { z } from 'zod'
import { waitForScanner } from '../../parts/key-reader.ts'

const storageKey = 'stowage.device'

/** Milliseconds: the scanner of this device types faster than this in the mean. */
const usual = 50
const slowest = 80

type Device = {
  scanGap?: unknown
  sendsEnter?: unknown
  sound?: unknown
  glare?: unknown
  labels?: unknown
  paper?: unknown
}

const labelChoices = z
  .object({
    template: z.enum(['product', 'location', 'lot', 'order', 'fulfillment', 'package', 'return']),
    paper: z.enum(['roll', 'a4']),
    /** As many of each as there are of it, where that is known, or the same number of all. */
    copies: z.enum(['counted', 'same']),
    /** Where they went: to the browser's dialog, or into a file for another program. */
    way: z.enum(['print', 'pdf', 'zpl']),
  })
  .partial()
export type LabelChoices = z.output<typeof labelChoices>

let read: { text: string | null; device: Device } | undefined

/** Read with every letter of a code, so it is parsed only when it has changed. */
function stored(): Device {
  const text = localStorage.getItem(storageKey)
  if (read?.text !== text) read = { text, device: parse(text ?? '') }
  return read?.device ?? {}
}

function parse(text: string): Device {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const save = (device: Device) =>
  localStorage.setItem(storageKey, JSON.stringify({ ...stored(), ...device }))

/** Returns the longest gap between two characters of a scan on this device, in milliseconds between 50 and 80. */
export function scanGap(): number {
  const { scanGap: gap } = stored()
  return typeof gap === 'number' && gap >= usual && gap <= slowest ? gap : usual
}
export function setScanGap(gap: number) {
  save({ scanGap: gap })
  waitForScanner(scanGap())
}

/** Returns whether the last code from the scanner of this device ended with Enter or Tab. */
export const sendsEnter = () => stored().sendsEnter === true
export function rememberEnter(on: boolean) {
  if (on !== sendsEnter()) save({ sendsEnter: on })
}

/** Returns whether scans are answered with a sound on this device. */
export const isSoundOn = () => stored().sound !== false
export const setSound = (on: boolean) => save({ sound: on })

/** Returns whether floor pages use the highest contrast on this device, against glare. */
export const isGlareOn = () => stored().glare === true
export const setGlare = (on: boolean) => save({ glare: on })

/** Returns the label options last used on this device. */
export const lastLabels = (): LabelChoices => labelChoices.safeParse(stored().labels).data ?? {}
export const rememberLabels = (choices: LabelChoices) =>
  save({ labels: { ...lastLabels(), ...choices } })

const paperChoice = z.object({
  kind: z.enum(['confirmation', 'sheet', 'labels', 'pick_list', 'packing_slip']),
  size: z.enum(['a4', 'letter']),
})
export type PaperChoice = z.output<typeof paperChoice>

/** The document that was printed here the last time, and its paper: at first as is usual in this country. */
export const lastPaper = (): PaperChoice =>
  paperChoice.safeParse(stored().paper).data ?? {
    kind: 'confirmation',
    size: /-(US|CA|MX)$/.test(navigator.language) ? 'letter' : 'a4',
  }
export const rememberPaper = (paper: PaperChoice) => save({ paper })
