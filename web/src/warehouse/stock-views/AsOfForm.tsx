import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { KnownWhen, type Known } from './KnownWhen.tsx'

export type AsOf = {
  at: string | undefined
  known: Known
  by: 'variant' | 'location' | 'bucket' | 'warehouse' | 'lot'
}

const byOptions = [
  { value: 'variant', label: 'Item' },
  { value: 'location', label: 'Location' },
  { value: 'bucket', label: 'Location, lot and status' },
  { value: 'lot', label: 'Lot' },
  { value: 'warehouse', label: 'Warehouse' },
]

/** A moment as `datetime-local` holds it, in the time of this device. */
function localOf(instant: string | Date): string {
  const at = new Date(instant)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const today = () => `${localOf(new Date()).slice(0, 10)}T00:00`

/** Form for the date, the corrections and the grouping of past stock. */
export function AsOfForm({ applied, onApply }: { applied: AsOf; onApply: (asOf: AsOf) => void }) {
  const [at, setAt] = useState(applied.at === undefined ? today() : localOf(applied.at))
  const [known, setKnown] = useState(applied.known)
  const [by, setBy] = useState(applied.by)
  const [error, setError] = useState<string>()
  return (
    <form
      noValidate
      aria-label="As of"
      className="grid max-w-4xl items-start gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        const moment = new Date(at)
        if (Number.isNaN(moment.getTime())) return setError('Choose a date and time')
        if (moment.getTime() > Date.now()) return setError('Choose a time in the past.')
        onApply({ at: moment.toISOString(), known, by })
      }}
    >
      <TextField
        label="Date and time"
        type="datetime-local"
        hint="In this device’s time zone"
        error={error}
        value={at}
        onChange={({ target }) => {
          setError(undefined)
          setAt(target.value)
        }}
      />
      <Select
        label="Group by"
        value={by}
        options={byOptions}
        onChange={({ target }) => setBy(target.value as AsOf['by'])}
      />
      <div className="sm:col-span-2">
        <KnownWhen value={known} onChange={setKnown} />
      </div>
      <div>
        <Button type="submit" look="primary">
          Show stock
        </Button>
      </div>
    </form>
  )
}
