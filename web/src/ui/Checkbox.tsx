import type { ComponentProps } from 'react'

/** A box to tick, and what that says. */
export const Checkbox = ({ className = '', children, ...rest }: ComponentProps<'input'>) => (
  <label
    className={`flex min-h-8 min-w-0 items-center pointer-coarse:min-h-11 gap-2 text-sm ${className}`}
  >
    <input
      type="checkbox"
      className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
      {...rest}
    />
    <span className="wrap-anywhere">{children}</span>
  </label>
)
