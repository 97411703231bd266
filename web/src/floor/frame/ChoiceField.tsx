import { useId } from 'react'

type Props = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of a few, each large enough for gloves. */
export function ChoiceField({ label, value, options, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {options.map((one) => (
        <label
          key={one.value}
          className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-edge px-3 text-base has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink"
        >
          <input
            type="radio"
            name={name}
            className="size-5 shrink-0"
            checked={value === one.value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ))}
    </fieldset>
  )
}
