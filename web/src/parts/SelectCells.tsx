import { useEffect, useRef } from 'react'
import { useCommands } from './keys.ts'
import type { Selection } from './selection.ts'

const box = 'size-4 accent-accent pointer-coarse:size-5'
const target = 'grid size-6 place-items-center pointer-coarse:size-11'

/** Marks every row of the page; half-marked while only some are. */
export function CheckAll({ selection }: { selection: Selection }) {
  const { chosen, outside, isWhole, togglePage } = selection
  const input = useRef<HTMLInputElement>(null)
  const isSome = !isWhole && chosen.size > outside
  useEffect(() => {
    if (input.current) input.current.indeterminate = isSome
  }, [isSome])
  return (
    <th role="columnheader" scope="col" className="w-9 max-sm:block max-sm:w-auto max-sm:ps-2">
      <label className={`${target} max-sm:flex max-sm:w-auto! max-sm:gap-2`}>
        <input
          ref={input}
          type="checkbox"
          className={box}
          checked={isWhole}
          disabled={selection.rows === 0}
          onChange={({ target: { checked } }) => togglePage(checked)}
        />
        <span className="text-sm font-normal text-muted sm:sr-only">
          Select all rows of this page
        </span>
      </label>
    </th>
  )
}

type Props = { id: string; name: string; selection: Selection }

export function CheckRow({ id, name, selection: { isMarked, toggle } }: Props) {
  return (
    <td role="cell" data-card="check" className="w-9">
      <label className={target}>
        <span className="sr-only">{`Select ${name}`}</span>
        <input
          type="checkbox"
          className={box}
          checked={isMarked(id)}
          onChange={({ nativeEvent }) =>
            toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
    </td>
  )
}

/** X marks the row that has the focus. */
export function useSelectKey(isOffered: boolean) {
  useCommands(
    isOffered
      ? [
          {
            name: 'Select the row',
            section: 'On this page',
            keys: 'x',
            keysOnly: true,
            run: () =>
              document.activeElement
                ?.closest('[data-row]')
                ?.querySelector<HTMLElement>('input[type=checkbox]')
                ?.click(),
          },
        ]
      : [],
  )
}
