type Props = {
  value: string
  /** Unit of the quantity, with the total if there is one. */
  unit: string
  /** Opens the number pad; without it the quantity is only shown. */
  onChange?: (() => void) | undefined
}

/** The quantity of an instruction, readable at arm's length. */
export function Quantity({ value, unit, onChange }: Props) {
  const shown = (
    <>
      <span className="sr-only">Quantity: </span>
      <span className="text-[56px] leading-[64px] font-semibold tabular-nums">{value}</span>
      <span
        className={`text-xl text-muted ${onChange ? 'underline underline-offset-4' : ''}`}
      >{` ${unit}`}</span>
    </>
  )
  const look = 'flex min-h-18 w-fit flex-wrap items-baseline gap-x-3 text-start'
  if (!onChange) return <p className={look}>{shown}</p>
  return (
    <button type="button" className={look} onClick={onChange}>
      {shown}
      <span className="sr-only"> Change</span>
    </button>
  )
}
