import { Select } from '../../ui/Select.tsx'
import { LocationPicker } from '../locations/LocationPicker.tsx'
import { statusOptions } from '../products/stock-words.ts'
import { commonOf, type MoveLine } from './move-lines.ts'

type Props = {
  slug: string
  lines: readonly MoveLine[]
  whyStatus: string | undefined
  /** The status is what one came for. */
  asksStatus: boolean
  /** Sets a value on every line. */
  onAll: (part: Partial<Pick<MoveLine, 'to' | 'toStatus'>>) => void
}

const differ = { value: 'differ', label: 'Mixed' }

/** Fields for the location and status of all lines; each line can still have others. */
export function AllLines({ slug, lines, whyStatus, asksStatus, onAll }: Props) {
  const { to, toStatus, warehouseId } = commonOf(lines)
  return (
    <fieldset className="card grid gap-4 p-4">
      <legend className="sr-only">All lines</legend>
      <p aria-hidden className="text-base font-semibold">{`All ${lines.length} lines`}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {warehouseId === undefined ? (
          <p className="text-sm text-muted">
            These lines are in several warehouses, so choose a location for each line.
          </p>
        ) : (
          <LocationPicker
            slug={slug}
            warehouseId={warehouseId}
            label="Location for all"
            autoFocus={!asksStatus}
            place={to}
            onPlace={(place) => onAll({ to: place })}
            hint="Scan or type a code. Leave empty to use each line’s location."
          />
        )}
        <Select
          label="Status for all"
          autoFocus={asksStatus}
          disabled={whyStatus !== undefined}
          hint={whyStatus}
          value={toStatus ?? differ.value}
          options={[
            { value: '', label: 'No change' },
            ...statusOptions,
            ...(toStatus === undefined ? [differ] : []),
          ]}
          onChange={({ target }) => {
            if (target.value !== differ.value)
              onAll({ toStatus: target.value as MoveLine['toStatus'] })
          }}
        />
      </div>
    </fieldset>
  )
}
