import { locationStatuses, locations } from '@stowage/contract/warehouse/locations'
import { type Warehouse, warehouses } from '@stowage/contract/warehouse/warehouses'
import { type Zone, zones } from '@stowage/contract/warehouse/zones'
import { stock } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { load, useAction } from '../../app/api.ts'
import type { ApiError } from '../../app/transport.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { placeReads } from './queries.ts'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'

const refresh = { refresh: placeReads }
const inUse = locationStatuses.filter((status) => status !== 'archived').join(',')

/** Archives an empty warehouse, or restores it. */
export function ArchiveWarehouse({
  warehouse,
  onDone,
}: {
  warehouse: Warehouse
  onDone: () => void
}) {
  const { id, code, version, state } = warehouse
  const { can } = useCan()
  const params = { slug: useSlug(), warehouseId: id }
  const buckets = useQuery({
    ...load(stock.buckets, {
      params: { slug: params.slug },
      query: { warehouse: id, limit: '1', count: 'none' },
    }),
    enabled: state === 'active' && can(stock.buckets),
  })
  const archive = useAction(warehouses.archive, refresh)
  const restore = useAction(warehouses.restore, refresh)
  const isFilled = (buckets.data?.items.length ?? 0) > 0
  return (
    <ArchiveForm
      name={code}
      isAway={state === 'archived'}
      inTheWay={isFilled ? 'It still holds stock. Move the stock first.' : undefined}
      consequence="An archived warehouse can’t receive or change stock. Its history stays, and you can restore it."
      busy={archive.isPending || restore.isPending}
      error={archive.error ?? restore.error}
      onArchive={() =>
        archive.mutate(
          { params, body: { version } },
          {
            onSuccess: (reply) => {
              const undo = { params, body: { version: reply.warehouse.version } }
              toast(`${code} was archived`, { label: 'Undo', run: () => restore.mutate(undo) })
              onDone()
            },
          },
        )
      }
      bringBack={() => restore.mutate({ params, body: { version } }, { onSuccess: onDone })}
    />
  )
}

/** Archives a zone whose locations are all archived, or restores it. */
export function ArchiveZone({ zone, onDone }: { zone: Zone; onDone: () => void }) {
  const { id, code, version, state } = zone
  const { can } = useCan()
  const params = { slug: useSlug(), zoneId: id }
  const used = useQuery({
    ...load(locations.list, {
      params: { slug: params.slug },
      query: { zone: id, status: inUse, limit: '1', count: 'none' },
    }),
    enabled: state === 'active' && can(locations.list),
  })
  const archive = useAction(zones.archive, refresh)
  const restore = useAction(zones.restore, refresh)
  const isUsed = (used.data?.items.length ?? 0) > 0
  return (
    <ArchiveForm
      name={code}
      isAway={state === 'archived'}
      inTheWay={isUsed ? 'It still has locations in use. Archive them first.' : undefined}
      consequence="Locations can’t be added to an archived zone. You can restore it."
      busy={archive.isPending || restore.isPending}
      error={archive.error ?? restore.error}
      onArchive={() =>
        archive.mutate(
          { params, body: { version } },
          {
            onSuccess: (reply) => {
              const undo = { params, body: { version: reply.zone.version } }
              toast(`${code} was archived`, { label: 'Undo', run: () => restore.mutate(undo) })
              onDone()
            },
          },
        )
      }
      bringBack={() => restore.mutate({ params, body: { version } }, { onSuccess: onDone })}
    />
  )
}

type Props = {
  name: string
  isAway: boolean
  /** Why it cannot go yet, as far as that is known before. */
  inTheWay: string | undefined
  consequence: string
  busy: boolean
  error: ApiError | null
  onArchive: () => void
  bringBack: () => void
}

function ArchiveForm({ name, isAway, inTheWay, consequence, busy, error, ...act }: Props) {
  const { why } = useCan()
  const refused = why(warehouses.archive)
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">{isAway ? 'Archived' : consequence}</p>
      {error && (
        <ErrorBox error={error}>
          <Explanation error={error} />
        </ErrorBox>
      )}
      <div>
        {isAway ? (
          <Button why={refused} busy={busy && 'Restoring…'} onClick={act.bringBack}>
            {`Restore ${name}`}
          </Button>
        ) : (
          <Button
            look="danger"
            why={refused ?? inTheWay}
            busy={busy && 'Archiving…'}
            onClick={act.onArchive}
          >
            {`Archive ${name}`}
          </Button>
        )}
      </div>
    </div>
  )
}
