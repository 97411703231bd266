import { waitForScanner } from '../parts/key-reader.ts'

const storageKey = 'stowage.device'

/** Milliseconds: the scanner of this device types faster than this in the mean. */
const usual = 50
const slowest = 80

type Device = { scanGap?: unknown; sound?: unknown }

function stored(): Device {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

const save = (device: Device) =>
  localStorage.setItem(storageKey, JSON.stringify({ ...stored(), ...device }))

/** How quick a scanner has to be on this device, between 50 and 80. */
export function scanGap(): number {
  const { scanGap: gap } = stored()
  return typeof gap === 'number' && gap >= usual && gap <= slowest ? gap : usual
}
export function setScanGap(gap: number) {
  save({ scanGap: gap })
  waitForScanner(scanGap())
}

/** Whether scans are answered by a sound here. */
export const isSoundOn = () => stored().sound !== false
export const setSound = (on: boolean) => save({ sound: on })
