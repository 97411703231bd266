import { locationStatuses, locations } from '@stowage/contract/warehouse/locations'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { type Warehouse, warehouses } from '@stowage/contract/warehouse/location-warehouses'
import { type Zone, zones } from '@stowage/contract/warehouse/location-zones'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { load } from '../../app/api.ts'
import { useCan } from '../../workspace/rights.ts'
import { archivingOf } from '../../workspace/steps/record-steps.tsx'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { useSlug } from '../../workspace/warehouses.ts'

const warehouseSteps = archivingOf<Warehouse>(
  { one: 'warehouse', many: 'warehouses' },
  warehouses,
  { name: ({ code }) => code },
)
const zoneSteps = archivingOf<Zone>({ one: 'zone', many: 'zones' }, zones, {
  name: ({ code }) => code,
})
const inUse = locationStatuses.filter((status) => status !== 'archived').join(',')

type Props<Name extends string, One> = Record<Name, One> & { onDone: () => void }

/** Archives an empty warehouse, or restores it. */
export function ArchiveWarehouse({ warehouse, onDone }: Props<'warehouse', Warehouse>) {
  const slug = useSlug()
  const { can } = useCan()
  const buckets = useQuery({
    ...load(stockViews.buckets, {
      params: { slug },
      query: { warehouse: warehouse.id, limit: '1', count: 'none' },
    }),
    enabled: warehouse.state === 'active' && can(stockViews.buckets),
  })
  const isFilled = (buckets.data?.items.length ?? 0) > 0
  return (
    <Archive
      of={warehouse}
      consequence="An archived warehouse can’t receive or change stock. Its history stays, and you can restore it."
    >
      <Steps
        steps={warehouseSteps}
        of={warehouse}
        whyNot={{ archive: isFilled ? 'It still holds stock. Move the stock first.' : undefined }}
        onDone={onDone}
      />
    </Archive>
  )
}

/** Archives a zone whose locations are all archived, or restores it. */
export function ArchiveZone({ zone, onDone }: Props<'zone', Zone>) {
  const slug = useSlug()
  const { can } = useCan()
  const used = useQuery({
    ...load(locations.list, {
      params: { slug },
      query: { zone: zone.id, status: inUse, limit: '1', count: 'none' },
    }),
    enabled: zone.state === 'active' && can(locations.list),
  })
  const isUsed = (used.data?.items.length ?? 0) > 0
  return (
    <Archive
      of={zone}
      consequence="Locations can’t be added to an archived zone. You can restore it."
    >
      <Steps
        steps={zoneSteps}
        of={zone}
        whyNot={{
          archive: isUsed ? 'It still has locations in use. Archive them first.' : undefined,
        }}
        onDone={onDone}
      />
    </Archive>
  )
}

type ArchiveProps = { of: { state: string }; consequence: string; children: ReactNode }

const Archive = ({ of, consequence, children }: ArchiveProps) => (
  <div className="mt-5 grid gap-3 border-t border-line pt-4">
    <p className="text-sm text-muted">{of.state === 'archived' ? 'Archived' : consequence}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)
