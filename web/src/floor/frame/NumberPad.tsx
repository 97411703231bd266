import { Delete } from 'lucide-react'
import { useState } from 'react'
import { numberMarks } from '../../app/format.ts'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  label: string
  unit: string
  /** As typed: with a comma or a point. */
  value: string
  error?: string | undefined
  /** Another field is filled in first. */
  isSecond?: boolean
  onChange: (typed: string) => void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const key =
  'grid min-h-16 place-items-center rounded-control border border-edge bg-surface text-2xl font-semibold hover:bg-hover'

/** A quantity for fingers in gloves. The first key replaces what stands there, as typing does. */
export function NumberPad({ label, unit, value, error, isSecond = false, onChange }: Props) {
  const { decimal } = numberMarks()
  const [isFresh, setFresh] = useState(true)
  const change = (typed: string) => {
    setFresh(false)
    onChange(typed)
  }
  const press = (mark: string) => change(isFresh ? mark : value + mark)
  return (
    <div className="grid gap-3">
      <TextField
        label={label}
        hint={unit}
        error={error}
        autoFocus={!isSecond}
        autoComplete="off"
        inputMode="none"
        data-scan="code"
        className="text-3xl! font-semibold tabular-nums"
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => change(target.value)}
      />
      <div role="group" aria-label="Keys" className="grid grid-cols-3 gap-2">
        {[...digits, decimal, '0'].map((mark) => (
          <button key={mark} type="button" className={key} onClick={() => press(mark)}>
            {mark}
          </button>
        ))}
        <button
          type="button"
          className={key}
          aria-label="Delete the last digit"
          onClick={() => change(isFresh ? '' : value.slice(0, -1))}
        >
          <Delete aria-hidden size={24} />
        </button>
      </div>
    </div>
  )
}
