import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'

/** A button for gloves: at least 56 pixels high, 72 where it is the one that is pressed most. */
export const FloorButton = ({
  tall,
  ...props
}: ComponentProps<typeof Button> & { tall?: true }) => (
  <Button
    {...props}
    className={`w-full! px-2! ${tall ? 'min-h-18! text-xl!' : ''} ${props.className ?? ''}`}
  />
)
