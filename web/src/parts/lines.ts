import { useRef, useState } from 'react'

type Keyed = { readonly key: string }

export type SetLines<Line> = (change: (lines: readonly Line[]) => Line[]) => void

/** Props of the card of a line. */
export type LineProps<Line> = {
  line: Line
  /** It was tried to send it: from then on problems are told. */
  isChecked: boolean
  onChange: (line: Line) => void
  onRemove: () => void
}

/**
 * The lines of a form, changed and removed one by one. `field` is where the next one is named, and gets the
 * focus back. `onWrong` marks what is wrong with them, for as long as something is.
 */
export function useLines<Line extends Keyed>(
  lines: readonly Line[],
  onLines: SetLines<Line>,
  isReady: (line: Line) => boolean,
) {
  const field = useRef<HTMLInputElement>(null)
  const [isChecked, setIsChecked] = useState(false)
  const isWrong = !lines.every(isReady)
  const check = () => setIsChecked(true)
  const toField = () => field.current?.focus()
  const change = (line: Line) =>
    onLines((now) => now.map((one) => (one.key === line.key ? line : one)))
  return {
    lines,
    onLines,
    field,
    change,
    /** The line as it was before, or none where there was none. */
    restore: (key: string, before: Line | undefined) =>
      onLines((now) => now.flatMap((line) => (line.key !== key ? [line] : before ? [before] : []))),
    isChecked,
    check,
    onWrong: isWrong && check,
    hasErrors: isChecked && isWrong,
    /** They were sent: the next begin unchecked. */
    begin: () => {
      setIsChecked(false)
      toField()
    },
    propsOf: (line: Line): LineProps<Line> => ({
      line,
      isChecked,
      onChange: change,
      onRemove: () => {
        onLines((now) => now.filter(({ key }) => key !== line.key))
        toField()
      },
    }),
  }
}

export type Lines<Line extends Keyed> = ReturnType<typeof useLines<Line>>
