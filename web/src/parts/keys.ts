import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { keyReader } from './key-reader.ts'

/** In the order of the palette and of the help; what belongs to the open page comes first. */
export const sections = ['On this page', 'Go to', 'Everywhere'] as const

/** Something that can be done now, by its keys, from the palette, or both. */
export type Command = {
  /** Unique on the screen, and the words people read: 'Create a platform'. */
  name: string
  section: (typeof sections)[number]
  /**
   * One letter as typed ('n', '?'), two after each other ('g d'), a named key ('F8'), or one with
   * Ctrl, on a Mac Command ('mod+k').
   */
  keys?: string
  /** Missing where the browser or a control does it by itself, and the help only tells of it. */
  run?: () => unknown
  /** Its promise is awaited with the palette open, which shows what went wrong. */
  waits?: boolean
  /** Left out of the palette: of use only at the keyboard. */
  keysOnly?: boolean
  /** Also in fields and in dialogs; never for a letter alone. */
  everywhere?: boolean
}

type Source = () => readonly Command[]

const sources = new Set<Source>()
const storageKey = 'stowage.keys'

/** All commands of this moment, those of the page first and instead of others of the same name. */
export function currentCommands(): Command[] {
  const all = [...sources].flatMap((source) => [...source()])
  const sorted = sections.flatMap((section) => all.filter((one) => one.section === section))
  return sorted.filter(({ name }, at) => sorted.findIndex((one) => one.name === name) === at)
}

const bound = (keys: string) =>
  currentCommands().find((command) => command.keys === keys && command.run)

/** Offers these commands while the component is there. */
export function useCommands(commands: readonly Command[]) {
  const latest = useRef(commands)
  useLayoutEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const source = () => latest.current
    if (sources.size === 0) window.addEventListener('keydown', onKeyDown)
    sources.add(source)
    return () => {
      sources.delete(source)
      if (sources.size === 0) window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

const isMac = () => /^(Mac|iP)/.test(navigator.platform)

/** Returns the key cap labels of 'mod+k' or 'g d', in the order of pressing. */
export const capsOf = (keys: string): string[] =>
  keys
    .split(/[ +](?=.)/)
    .map((key) =>
      key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key,
    )

const fields = 'input, textarea, select, [contenteditable]'
const layers = 'dialog[open], [role=dialog], [role=menu], [role=listbox]'

const read = keyReader({
  knows: (keys) => bound(keys) !== undefined,
  begins: (first) => currentCommands().some(({ keys }) => keys?.startsWith(`${first} `)),
  fire: (keys) => void bound(keys)?.run?.(),
})

/** A letter of a code, which nobody else hears: the one before it meant nothing. */
export const takeLetter = (at: number) => void read('', at)

function onKeyDown(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, target } = event
  const [mod, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (isComposing || repeat || altKey || other) return
  if (event.defaultPrevented) return takeLetter(event.timeStamp)
  const isFree =
    !document.querySelector(layers) && !(target instanceof Element && target.closest(fields))
  const isLetter = key.length === 1
  const named = isLetter ? key.toLowerCase() : key
  if (isLetter && !mod) {
    if (isFree && areLettersOn() && read(named, event.timeStamp)) event.preventDefault()
    return
  }
  const command = bound(mod ? `mod+${named}` : named)
  if (!command || !(isFree || command.everywhere)) return
  event.preventDefault()
  void command.run?.()
}

const listeners = new Set<() => void>()

/** Returns whether single-letter shortcuts are on. Keys with Ctrl and named keys always are. */
const areLettersOn = () => localStorage.getItem(storageKey) !== 'off'

/** For whoever speaks to the computer, or often brushes a key by mistake; kept in this browser. */
export function setLettersOn(on: boolean) {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  for (const listener of listeners) listener()
}

export const useLettersOn = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }, areLettersOn)
