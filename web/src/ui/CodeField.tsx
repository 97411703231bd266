import type { ComponentProps } from 'react'
import { TextField } from './TextField.tsx'

type Props = ComponentProps<typeof TextField> & {
  /** Brings up the keypad with letters; digits are a suggestion only, anything can be typed. */
  letters?: boolean
}

/** A one-time code. Any length and any sign, for a backup code is longer and has letters. */
export function CodeField({ letters = false, ...field }: Props) {
  return (
    <TextField
      inputMode={letters ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      className="font-mono tracking-widest"
      {...field}
    />
  )
}
