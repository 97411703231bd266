import { useRef, useState } from 'react'
import type { NamedItem } from '../products/items.ts'

type Change<Work> = (change: (now: Work) => Work) => void

/**
 * The lines of a work that grows by asking: first for an item, then for the place it lies in. `item` is
 * the one whose place is asked for, at first the `preset` one that the address names; `field` is where
 * items are asked for, and gets the focus back.
 */
export function useAskedLines<Line, Work extends { readonly lines: readonly Line[] }>(
  setWork: Change<Work>,
  preset: NamedItem | undefined,
) {
  const [asked, setAsked] = useState<NamedItem>()
  const [isPresetDone, setIsPresetDone] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const setLines = (change: (lines: readonly Line[]) => Line[]) =>
    setWork((now) => ({ ...now, lines: change(now.lines) }))
  const choose = (named: NamedItem | undefined) => {
    setAsked(named)
    setIsPresetDone(true)
  }
  const toField = () => field.current?.focus()
  return {
    field,
    toField,
    item: asked ?? (isPresetDone ? undefined : preset),
    choose,
    cancel: () => {
      choose(undefined)
      toField()
    },
    /** A line at the end, which may follow the last one. */
    add: (lineAfter: (last: Line | undefined) => Line) => {
      setLines((lines) => [...lines, lineAfter(lines.at(-1))])
      choose(undefined)
    },
    change: (at: number, line: Line) =>
      setLines((lines) => lines.map((one, i) => (i === at ? line : one))),
    remove: (at: number) => {
      setLines((lines) => lines.filter((_, i) => i !== at))
      toField()
    },
  }
}
