import { places } from '@stowage/contract/warehouse/places'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { load, send } from '../../api.ts'
import { DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { FilterBar, type Filter } from '../../parts/FilterBar.tsx'
import { useCommands } from '../../parts/keys.ts'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ListError } from '../../parts/ListError.tsx'
import { useList, wholePage } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { useSelection } from '../../parts/selection.ts'
import { SelectionBar } from '../../parts/SelectionBar.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug, useWarehouse } from '../../workspace/warehouses.ts'
import type { ReadPage } from '../marked.ts'
import { MarkedLabels } from '../MarkedLabels.tsx'
import { useBlockMarked } from './block-marked.tsx'
import { columnsOf, type Row } from './columns.tsx'
import { useZones } from './queries.ts'
import { kindWords, optionsOf, statusWords } from './words.ts'

const PlacesTree = lazy(async () => ({ default: (await import('./PlacesTree.tsx')).PlacesTree }))
const LocationPanel = lazy(async () => ({
  default: (await import('./LocationPanel.tsx')).LocationPanel,
}))
const NewLocationDialog = lazy(async () => ({
  default: (await import('./NewLocationDialog.tsx')).NewLocationDialog,
}))
const GenerateDialog = lazy(async () => ({
  default: (await import('./GenerateDialog.tsx')).GenerateDialog,
}))
const NewWarehouseDialog = lazy(async () => ({
  default: (await import('./WarehouseDialog.tsx')).NewWarehouseDialog,
}))

const route = getRouteApi('/$platform/app/places')

const contentOptions = [
  { value: 'empty', label: 'Empty' },
  { value: 'any', label: 'Not empty' },
  { value: 'mixed', label: 'More than one SKU' },
]
const nothing = {
  ...{ q: undefined, zone: undefined, status: undefined, kind: undefined },
  contents: undefined,
}

type Dialog = 'location' | 'generate' | 'warehouse'

/** Warehouses, zones and the locations goods lie in. */
export default function PlacesPage() {
  const slug = useSlug()
  const to = usePaths()
  const { can, why } = useCan()
  const search = route.useSearch()
  const { q = '', zone, contents } = search
  const [status, kind] = [search.status?.join(','), search.kind?.join(',')]
  const { id: warehouse, warehouse: site, all } = useWarehouse()
  const zones = useZones().data?.items ?? []
  const list = useList('places', search, places.locations)
  const narrowed = { warehouse, q, zone, status, kind, contents }
  const [params, query] = [{ slug }, { ...narrowed, sort: search.sort }]
  const rows = useQuery({
    ...load(places.locations, { params, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
    enabled: can('location.read'),
  })
  const items = rows.data?.items
  const selection = useSelection(
    items?.map(({ id }) => id) ?? [],
    JSON.stringify(narrowed),
    rows.data,
  )
  const readPage: ReadPage<Row> = (cursor) =>
    send(places.locations, { params, query: { ...query, ...wholePage, cursor } })
  const blocking = useBlockMarked(selection, readPage)
  const columns = useMemo(() => columnsOf(to), [to])
  const arranged = useArranged('locations', columns)
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const refused = why('location.create')
  const noWarehouse = all?.length === 0
  const isAway = site?.state === 'archived' && `${site.code} was put away. Bring it back first.`
  const createWhy = refused ?? (noWarehouse ? 'Add a warehouse first.' : isAway || undefined)
  useCommands(
    createWhy === undefined
      ? [
          command('Add a location', () => setDialog('location'), 'n'),
          command('Generate locations', () => setDialog('generate')),
          command('Add a warehouse', () => setDialog('warehouse')),
        ]
      : [],
  )
  const isNarrowed = q !== '' || Boolean(zone ?? status ?? kind ?? contents)
  return (
    <Page
      title="Places"
      site={useWorkspaceName(slug)}
      actions={
        <>
          <ExportButton
            route={places.locations}
            call={{ params, query }}
            rows="locations"
            reply={rows.data}
            why={why('location.read')}
          />
          <Button why={refused} onClick={() => setDialog('warehouse')}>
            Add warehouse
          </Button>
          <Button why={createWhy} onClick={() => setDialog('generate')}>
            Generate locations
          </Button>
          <Button look="primary" why={createWhy} onClick={() => setDialog('location')}>
            Add location
          </Button>
        </>
      }
    >
      {!can('location.read') && <NoRight needs="location.read" />}
      {can('location.read') && noWarehouse && (
        <EmptyState
          title="There is no warehouse yet"
          action={
            <Button look="primary" why={refused} onClick={() => setDialog('warehouse')}>
              Open the first one
            </Button>
          }
        >
          Goods lie in the locations of a warehouse. It begins with places to receive, to stage and
          for damaged goods.
        </EmptyState>
      )}
      {can('location.read') && !noWarehouse && (
        <div className="grid items-start gap-6 lg:grid-cols-[260px_minmax(0,1fr)]">
          <Suspense fallback={<Spinner />}>
            <PlacesTree
              warehouses={all ?? []}
              zones={zones}
              warehouseId={warehouse}
              zoneId={zone}
            />
          </Suspense>
          <div className="grid min-w-0 gap-4">
            <FilterBar
              q={q}
              filters={[
                promoted('contents', 'Contents', contents, contentOptions),
                promoted('status', 'State', status, optionsOf(statusWords)),
                { key: 'kind', label: 'Type', value: kind, options: optionsOf(kindWords) },
                {
                  ...{ key: 'zone', label: 'Zone', value: zone },
                  options: zones
                    .filter(({ warehouseId }) => !warehouse || warehouseId === warehouse)
                    .map(({ id, code }) => ({ value: id, label: code })),
                },
              ]}
              onChange={list.filter}
            >
              <SearchBox
                label="Code or barcode"
                command="Search the locations"
                q={q}
                scan
                onChange={(text) => list.filter({ q: text || undefined })}
              />
            </FilterBar>
            {rows.error && (
              <ListError
                error={rows.error}
                onRetry={() => void rows.refetch()}
                onStart={list.pager.onStart}
              />
            )}
            {!(rows.error && !rows.data) && (
              <>
                <SelectionBar selection={selection}>
                  <MarkedLabels template="location" selection={selection} read={readPage} />
                  <ExportButton
                    route={places.locations}
                    call={{
                      params,
                      query: selection.isAll
                        ? query
                        : { ids: [...selection.chosen].join(','), sort: search.sort },
                    }}
                    rows="locations"
                    reply={rows.data}
                    selection={selection}
                  />
                  {blocking.buttons}
                </SelectionBar>
                {blocking.problem}
                <DataTable
                  caption={search.sort ? 'Locations' : 'Locations in the order they are walked'}
                  {...arranged}
                  sorting={list.sorting}
                  rows={items}
                  rowId={({ id }) => id}
                  busy={rows.isPlaceholderData}
                  selection={{ ...selection, name: ({ code }) => code }}
                  details={(row) => (
                    <Suspense fallback={<Spinner />}>
                      <LocationPanel location={row} />
                    </Suspense>
                  )}
                  empty={
                    isNarrowed ? (
                      <EmptyState
                        title={q ? `No locations match "${q}"` : 'No locations match the filter'}
                        action={<Button onClick={() => list.filter(nothing)}>Clear filters</Button>}
                      />
                    ) : (
                      <EmptyState
                        title="There are no locations yet"
                        action={
                          <Button
                            look="primary"
                            why={createWhy}
                            onClick={() => setDialog('generate')}
                          >
                            Create your first locations
                          </Button>
                        }
                      >
                        A pattern makes many at once.
                      </EmptyState>
                    )
                  }
                  pager={<KeysetPager reply={rows.data} busy={rows.isFetching} {...list.pager} />}
                />
              </>
            )}
          </div>
        </div>
      )}
      <Suspense>
        {dialog === 'location' && <NewLocationDialog {...(zone && { zone })} onClose={close} />}
        {dialog === 'generate' && <GenerateDialog {...(zone && { zone })} onClose={close} />}
        {dialog === 'warehouse' && <NewWarehouseDialog onClose={close} />}
      </Suspense>
    </Page>
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
