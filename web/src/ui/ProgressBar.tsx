import type { ComponentProps } from 'react'

/** Bar that shows how much of a whole is done, of `max` by `value`. */
export const ProgressBar = ({ className = 'h-2', ...props }: ComponentProps<'progress'>) => (
  <progress
    {...props}
    className={`appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent ${className}`}
  />
)
