import { Select } from '../../ui/Select.tsx'
import { PlaceField } from '../PlaceField.tsx'
import { statusOptions } from '../words.ts'
import { commonOf, type MoveLine } from './move-lines.ts'

type Props = {
  slug: string
  lines: readonly MoveLine[]
  whyStatus: string | undefined
  /** The status is what one came for. */
  asksStatus: boolean
  /** What every line gets. */
  onAll: (part: Partial<Pick<MoveLine, 'to' | 'toStatus'>>) => void
}

const differ = { value: 'differ', label: 'They differ' }

/** Where all lines go, said once; each can still be given a place of its own. */
export function AllLines({ slug, lines, whyStatus, asksStatus, onAll }: Props) {
  const { to, toStatus, warehouseId } = commonOf(lines)
  return (
    <fieldset className="card grid gap-4 p-4">
      <legend className="sr-only">All lines</legend>
      <p aria-hidden className="text-base font-semibold">{`All ${lines.length} lines`}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {warehouseId === undefined ? (
          <p className="text-sm text-muted">
            These lie in several warehouses, so each line needs a place of its own.
          </p>
        ) : (
          <PlaceField
            slug={slug}
            warehouseId={warehouseId}
            label="Place for all"
            autoFocus={!asksStatus}
            place={to}
            onPlace={(place) => onAll({ to: place })}
            hint="Scan it or type its code. Empty: each stays or goes as its line says."
          />
        )}
        <Select
          label="Status for all"
          autoFocus={asksStatus}
          disabled={whyStatus !== undefined}
          hint={whyStatus}
          value={toStatus ?? differ.value}
          options={[
            { value: '', label: 'As it is' },
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
