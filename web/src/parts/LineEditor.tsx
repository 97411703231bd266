import { Fragment, type ReactNode } from 'react'
import type { LineProps, Lines } from './lines.ts'

type Props<Line extends { readonly key: string }> = {
  /** The name of the list. */
  label: string
  edit: Lines<Line>
  /** The field that names what the next line is of. */
  item: ReactNode
  /** Feedback on the last change. */
  notice?: string
  /** Shown as long as there is no line. */
  empty?: ReactNode
  card: (props: LineProps<Line>) => ReactNode
  /** Between the field and the lines. */
  children?: ReactNode
}

/** The lines of a form: a field that adds to them, and a card for each. */
export function LineEditor<Line extends { readonly key: string }>(props: Props<Line>) {
  const { label, edit, item, notice, empty, card, children } = props
  return (
    <>
      <div className="max-w-xl">{item}</div>
      {notice !== undefined && (
        <p role="status" className="text-sm not-empty:font-medium">
          {notice}
        </p>
      )}
      {children}
      {edit.lines.length === 0 ? (
        empty
      ) : (
        <ul role="list" aria-label={label} className="grid gap-2">
          {edit.lines.map((line) => (
            <Fragment key={line.key}>{card(edit.propsOf(line))}</Fragment>
          ))}
        </ul>
      )}
    </>
  )
}

/** Beside the buttons, while lines that were tried to send have errors. */
export function LineErrors({ edit }: { edit: { hasErrors: boolean } }) {
  if (!edit.hasErrors) return null
  return (
    <p role="status" className="text-sm text-bad-ink">
      Some lines have errors.
    </p>
  )
}
