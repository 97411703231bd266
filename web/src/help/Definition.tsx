import { quantityWords, type QuantityWord } from './quantities.ts'
import { Toggletip } from '../ui/Toggletip.tsx'

/** The word for a quantity with its meaning a press away. */
export function Definition({ of }: { of: QuantityWord }) {
  return (
    <span className="inline-flex items-center gap-1">
      {of}
      <Toggletip name={of}>{quantityWords[of]}</Toggletip>
    </span>
  )
}
