import { useId } from 'react'

type Option<Value extends string> = { value: Value; label: string; hint: string }

/** A few choices that deserve a sentence each; arrow keys move between them. */
export function RadioCards<Value extends string>({
  legend,
  options,
  value,
  onChange,
  stacked = false,
}: {
  legend: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Below one another also where there is room beside. */
  stacked?: boolean
}) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className={`grid gap-3 ${stacked ? '' : 'sm:grid-cols-3'}`}>
        {options.map((option) => (
          <label
            key={option.value}
            className="card flex cursor-pointer items-start gap-3 p-4 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-describedby={`${id}-${option.value}`}
              className="mt-1 size-4 accent-accent"
            />
            <span className="grid">
              <span className="text-sm font-medium">{option.label}</span>
              <span id={`${id}-${option.value}`} className="text-sm" aria-hidden>
                {option.hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
