import { locations } from '@stowage/contract/warehouse/locations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load, send } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import type { Filter } from '../../parts/FilterBar.tsx'
import { useCommands } from '../../parts/keys.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { type ReadPage, wholePage } from '../../parts/selected.ts'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { useSelection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useMany } from '../../workspace/steps/use-many.tsx'
import { usePaths, useSlug, useWarehouse } from '../../workspace/warehouses.ts'
import { columnsOf, type Row } from './columns.tsx'
import { useZones } from './queries.ts'
import { kindWords, optionsOf, statusWords } from './words.ts'

const LocationTree = lazyPart(() => import('./LocationTree.tsx'), 'LocationTree')
const LocationPanel = lazyPart(() => import('./LocationPanel.tsx'), 'LocationPanel')
const NewLocationDialog = lazyPart(() => import('./NewLocationDialog.tsx'), 'NewLocationDialog')
const GenerateDialog = lazyPart(() => import('./GenerateDialog.tsx'), 'GenerateDialog')
const LocationsSelected = lazyPart(() => import('./steps.tsx'), 'LocationsSelected')
const NewWarehouseDialog = lazyPart(() => import('./WarehouseDialog.tsx'), 'NewWarehouseDialog')

const route = getRouteApi('/$platform/app/locations')
const PrintSelectedLabels = lazyPart(
  () => import('../labels/PrintSelectedLabels.tsx'),
  'PrintSelectedLabels',
)

const contentOptions = [
  { value: 'empty', label: 'Empty' },
  { value: 'any', label: 'Not empty' },
  { value: 'mixed', label: 'More than one SKU' },
]
type Dialog = 'location' | 'generate' | 'warehouse'

/** Warehouses, zones and the locations goods lie in. */
export default function LocationsPage() {
  const slug = useSlug()
  const to = usePaths()
  const { can, why } = useCan()
  const search = route.useSearch()
  const { q = '', zone, contents } = search
  const [status, kind] = [search.status?.join(','), search.kind?.join(',')]
  const { id: warehouse, warehouse: site, all } = useWarehouse()
  const zones = useZones().data?.items ?? []
  const list = useList('locations', search, locations.list)
  const narrowed = { warehouse, q, zone, status, kind, contents }
  const [params, query] = [{ slug }, { ...narrowed, sort: search.sort }]
  const rows = useQuery({
    ...load(locations.list, { params, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
    enabled: can(locations.list),
  })
  const items = rows.data?.items
  const selection = useSelection(
    items?.map(({ id }) => id) ?? [],
    JSON.stringify(narrowed),
    rows.data,
  )
  const readPage: ReadPage<Row> = (cursor) =>
    send(locations.list, { params, query: { ...query, ...wholePage, cursor } })
  const many = useMany({
    list: locations.list,
    selection,
    read: readPage,
    rows: items ?? [],
  })
  const columns = useMemo(() => columnsOf(to), [to])
  const table = useListTable('locations', columns)
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const refused = why(locations.create)
  const noWarehouse = all?.length === 0
  const isAway = site?.state === 'archived' && `${site.code} is archived. Restore it first.`
  const createWhy = refused ?? (noWarehouse ? 'Add a warehouse first.' : isAway || undefined)
  useCommands(
    createWhy === undefined
      ? [
          command('Add location', () => setDialog('location'), 'n'),
          command('Generate locations', () => setDialog('generate')),
          command('Add warehouse', () => setDialog('warehouse')),
        ]
      : [],
  )
  const instead = !can(locations.list) ? (
    <NoRight of={locations.list} />
  ) : (
    noWarehouse && (
      <EmptyState
        title="No warehouses yet"
        action={
          <Button look="primary" why={refused} onClick={() => setDialog('warehouse')}>
            Add warehouse
          </Button>
        }
      >
        Stock is kept in the locations of a warehouse. A new warehouse starts with locations for
        receiving, staging and damaged stock.
      </EmptyState>
    )
  )
  return (
    <ListPage
      title="Locations"
      site={useWorkspaceName(slug)}
      actions={
        <Button look="primary" why={createWhy} onClick={() => setDialog('location')}>
          Add location
        </Button>
      }
      menu={
        <>
          <MenuEntry why={createWhy} onClick={() => setDialog('generate')}>
            Generate locations
          </MenuEntry>
          <MenuEntry why={refused} onClick={() => setDialog('warehouse')}>
            Add warehouse
          </MenuEntry>
        </>
      }
      saved={{
        route: locations.list,
        call: { params, query },
        rows: 'locations',
        why: why(locations.list),
      }}
      instead={instead}
      aside={{
        name: 'Warehouses and zones',
        content: (
          <Suspense fallback={<Spinner />}>
            <LocationTree
              warehouses={all ?? []}
              zones={zones}
              warehouseId={warehouse}
              zoneId={zone}
            />
          </Suspense>
        ),
      }}
      list={list}
      reply={rows}
      search={{ label: 'Code or barcode', command: 'Search locations' }}
      q={q}
      filters={[
        promoted('contents', 'Contents', contents, contentOptions),
        promoted('status', 'State', status, optionsOf(statusWords)),
        { key: 'kind', label: 'Type', value: kind, options: optionsOf(kindWords) },
        {
          key: 'zone',
          label: 'Zone',
          value: zone,
          options: zones
            .filter(({ warehouseId }) => !warehouse || warehouseId === warehouse)
            .map(({ id, code }) => ({ value: id, label: code })),
        },
      ]}
      caption={search.sort ? 'Locations' : 'Sorted by pick sequence'}
      table={table}
      rowId={({ id }) => id}
      selection={selection}
      selectionOf={{
        name: ({ code }) => code,
        actions: (
          <>
            <PrintSelectedLabels template="location" selection={selection} read={readPage} />
            <LocationsSelected many={many} />
          </>
        ),
        problem: many.problem,
      }}
      details={(row) => (
        <Suspense fallback={<Spinner />}>
          <LocationPanel location={row} />
        </Suspense>
      )}
      noMatch={q ? `No locations match "${q}"` : 'No locations match the filter'}
      none={
        <EmptyState
          title="No locations yet"
          action={
            <Button look="primary" why={createWhy} onClick={() => setDialog('generate')}>
              Generate locations
            </Button>
          }
        >
          Create many locations from one pattern.
        </EmptyState>
      }
    >
      {many.dialog}
      <Suspense>
        {dialog === 'location' && <NewLocationDialog {...(zone && { zone })} onClose={close} />}
        {dialog === 'generate' && <GenerateDialog {...(zone && { zone })} onClose={close} />}
        {dialog === 'warehouse' && <NewWarehouseDialog onClose={close} />}
      </Suspense>
    </ListPage>
  )
}

const promoted = (
  key: string,
  label: string,
  value: string | undefined,
  options: Filter['options'],
): Filter => ({ key, label, value, options, promoted: true })

const command = (name: string, run: () => void, keys?: string) => ({
  name,
  section: 'On this page' as const,
  run,
  ...(keys !== undefined && { keys }),
})
