import { useId, type ComponentProps, type MouseEvent } from 'react'
import { Tooltip } from './Tooltip.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Record<ButtonLook, string> = {
  primary:
    'border-transparent bg-accent text-on-accent enabled:not-aria-disabled:hover:bg-accent-ink enabled:not-aria-disabled:hover:text-surface',
  secondary: 'border-edge bg-surface text-text hover:bg-hover',
  quiet: 'border-transparent text-accent hover:bg-hover',
  danger: 'border-bad-line bg-surface text-bad-ink hover:bg-bad-soft',
}

/** The look of a button, for links that lead somewhere but stand where a button would. */
export const buttonClass = (look: ButtonLook = 'secondary') =>
  `button inline-flex min-h-10 items-center justify-center gap-2 rounded-control border px-4 py-1.5 text-sm font-medium select-none ${looks[look]}`

const off =
  'cursor-not-allowed aria-disabled:border-edge aria-disabled:bg-hover aria-disabled:text-muted'

type Props = ComponentProps<'button'> & {
  look?: ButtonLook
  /** Why it cannot be pressed: stays focusable and says so. */
  why?: string | undefined
  /** The id of what says `why` beside it already: nothing pops up. */
  whyId?: string | undefined
  /** Text while the action runs; the button keeps its place and ignores presses. */
  busy?: string | false | undefined
}

export function Button(props: Props) {
  const { look, why, whyId, busy, className = '', children, onClick, ...rest } = props
  const ownId = useId()
  const reasonId = whyId ?? ownId
  const held = Boolean(why) || Boolean(busy)
  const button = (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(look)} ${off} disabled:cursor-not-allowed disabled:border-edge disabled:bg-hover disabled:text-muted ${className}`}
      {...(held && { 'aria-disabled': true })}
      {...(why && { 'aria-describedby': reasonId })}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (held) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy || children}
    </button>
  )
  return why && whyId === undefined ? (
    <Tooltip text={why} id={reasonId}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
