import {
  type Warehouse,
  warehouses as warehouseRoutes,
} from '@stowage/contract/warehouse/location-warehouses'
import { type Zone, zones as zoneRoutes } from '@stowage/contract/warehouse/location-zones'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { workspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { WarehouseDialog } from './WarehouseDialog.tsx'
import { ZoneDialog } from './ZoneDialog.tsx'
import { zoneKindWords } from './words.ts'

type Props = {
  warehouses: readonly Warehouse[]
  zones: readonly Zone[]
  /** Current filter of the list beside the tree. */
  warehouseId: string | undefined
  zoneId: string | undefined
}

type Open =
  | { what: 'warehouse'; id: string }
  | { what: 'zone'; id: string }
  | { what: 'new zone'; id: string }

const entry =
  'flex min-h-8 min-w-0 grow items-center gap-2 rounded-control px-2 text-sm hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:text-accent-ink pointer-coarse:min-h-11'

/** Warehouses with their zones; each narrows the list to what lies in it. */
export function LocationTree({ warehouses, zones, warehouseId, zoneId }: Props) {
  const slug = useSlug()
  const { why } = useCan()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const here = (isHere: boolean) => (isHere ? { 'aria-current': 'true' as const } : {})
  const warehouse = warehouses.find(({ id }) => id === open?.id)
  const zone = zones.find(({ id }) => id === open?.id)
  return (
    <nav
      aria-label="Warehouses and zones"
      className="card grid grid-cols-[minmax(0,1fr)] content-start gap-2 p-2"
    >
      <ul role="list" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {warehouses.map((site) => (
          <li key={site.id} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            <div className="flex items-center">
              <Link
                href={workspacePaths(slug, site.id).locations()}
                className={`${entry} font-medium`}
                {...here(site.id === warehouseId && zoneId === undefined)}
              >
                <span className="shrink-0">{site.code}</span>
                {site.name !== site.code && (
                  <span className="truncate font-normal text-muted">{site.name}</span>
                )}
                {site.state === 'archived' && <StateBadge state="none">Archived</StateBadge>}
              </Link>
              <IconButton
                name={`Edit ${site.code}`}
                icon="edit"
                why={why(warehouseRoutes.update)}
                onClick={() => setOpen({ what: 'warehouse', id: site.id })}
              />
              <IconButton
                name={`Add zone to ${site.code}`}
                icon="add"
                why={
                  why(zoneRoutes.create) ??
                  (site.state === 'archived' ? 'It is archived. Restore it first.' : undefined)
                }
                onClick={() => setOpen({ what: 'new zone', id: site.id })}
              />
            </div>
            <ul
              role="list"
              className="ms-3 grid grid-cols-[minmax(0,1fr)] gap-0.5 border-s border-line ps-2"
            >
              {zones
                .filter((one) => one.warehouseId === site.id)
                .map((one) => (
                  <li key={one.id} className="flex items-center">
                    <Link
                      href={workspacePaths(slug, site.id).locations({ zone: one.id })}
                      className={entry}
                      {...here(one.id === zoneId)}
                    >
                      <span className="wrap-break-word">{one.code}</span>
                      <span className="truncate text-xs text-muted">{nameOf(one)}</span>
                      {one.state === 'archived' && <StateBadge state="none">Archived</StateBadge>}
                    </Link>
                    <IconButton
                      name={`Edit zone ${one.code}`}
                      icon="edit"
                      why={why(zoneRoutes.update)}
                      onClick={() => setOpen({ what: 'zone', id: one.id })}
                    />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
      <div className="bar flex flex-wrap gap-2 border-t border-line pt-2">
        <ExportButton
          label="Export warehouses"
          route={warehouseRoutes.list}
          call={{ params: { slug }, query: { kind: 'site' } }}
          rows="warehouses"
          reply={counted(warehouses)}
        />
        <ExportButton
          label="Export zones"
          route={zoneRoutes.list}
          call={{ params: { slug }, query: { warehouse: warehouseId } }}
          rows="zones"
          reply={counted(
            zones.filter((one) => warehouseId === undefined || one.warehouseId === warehouseId),
          )}
        />
      </div>
      {open?.what === 'warehouse' && warehouse && (
        <WarehouseDialog record={warehouse} onClose={close} />
      )}
      {open?.what === 'new zone' && warehouse && <ZoneDialog from={warehouse} onClose={close} />}
      {open?.what === 'zone' && zone && <ZoneDialog record={zone} onClose={close} />}
    </nav>
  )
}

/** These lists are read whole, so they are as long as they look. */
const counted = (items: readonly unknown[]) => ({
  items,
  total: items.length,
  capped: false,
  next: null,
  previous: null,
})

const nameOf = ({ name, kind }: Zone) =>
  name || ((zoneKindWords as Record<string, string>)[kind] ?? kind)

type IconProps = {
  name: string
  icon: 'edit' | 'add'
  why: string | undefined
  onClick: () => void
}

function IconButton({ name, icon, why, onClick }: IconProps) {
  const Icon = icon === 'edit' ? Pencil : Plus
  const button = (
    <Button
      look="quiet"
      aria-label={name}
      why={why}
      className="min-h-8! shrink-0 px-2!"
      onClick={onClick}
    >
      <Icon aria-hidden size={16} />
    </Button>
  )
  return why === undefined ? <Tooltip text={name}>{button}</Tooltip> : button
}
