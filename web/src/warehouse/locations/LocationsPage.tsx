import { locations } from '@stowage/contract/warehouse/locations'
import { Suspense, useMemo, useState, type FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCommands } from '../../parts/keys.ts'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import type { ReadPage } from '../../parts/selected.ts'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { listPage } from '../../workspace/list-page.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useMany } from '../../workspace/steps/use-many.tsx'
import { useChooseWarehouse, useWarehouse } from '../../workspace/warehouses.ts'
import { columnsOf, type Row } from './columns.tsx'
import { useZones } from './queries.ts'
import { kindWords, optionsOf, statusWords } from './words.ts'

const LocationTree = lazyPart(() => import('./LocationTree.tsx'), 'LocationTree')
const LocationPanel = lazyPart(() => import('./LocationPanel.tsx'), 'LocationPanel')
const NewLocationDialog = lazyPart(() => import('./LocationForm.tsx'), 'NewLocationDialog')
const GenerateDialog = lazyPart(() => import('./GenerateDialog.tsx'), 'GenerateDialog')
const LocationsSelected = lazyPart(() => import('./steps.tsx'), 'LocationsSelected')
const WarehouseDialog = lazyPart(() => import('./WarehouseDialog.tsx'), 'WarehouseDialog')
const PrintSelectedLabels = lazyPart(
  () => import('../labels/PrintSelectedLabels.tsx'),
  'PrintSelectedLabels',
)

type Dialog = 'location' | 'generate' | 'warehouse'

/** The warehouses and zones there are, which dialog is open, and why nothing can be added. */
function useGiven() {
  const { warehouse: site, all } = useWarehouse()
  const zones = useZones().data?.items
  const { why } = useCan()
  const [dialog, open] = useState<Dialog>()
  const refused = why(locations.create)
  const isAway = site?.state === 'archived' && `${site.code} is archived. Restore it first.`
  const createWhy = refused ?? (all?.length === 0 ? 'Add a warehouse first.' : isAway || undefined)
  return useMemo(
    () => ({ all, zones: zones ?? [], dialog, open, refused, createWhy }),
    [all, zones, dialog, refused, createWhy],
  )
}

type At = {
  given: ReturnType<typeof useGiven>
  warehouse: string | undefined
  search: { zone?: string | undefined }
  rows: readonly Row[]
  selection: Selection
  read: ReadPage<Row>
}

function useParts({ given, warehouse, search: { zone }, rows, selection, read }: At) {
  const { all, zones, dialog, open, refused, createWhy } = given
  const choose = useChooseWarehouse()
  const many = useMany({ list: locations.list, selection, read, rows })
  const close = () => open(undefined)
  useCommands(
    createWhy === undefined
      ? [
          command('Add location', () => open('location'), 'n'),
          command('Generate locations', () => open('generate')),
          command('Add warehouse', () => open('warehouse')),
        ]
      : [],
  )
  const addWarehouse = (
    <Button look="primary" why={refused} onClick={() => open('warehouse')}>
      Add warehouse
    </Button>
  )
  return {
    actions: (
      <Button look="primary" why={createWhy} onClick={() => open('location')}>
        Add location
      </Button>
    ),
    menu: (
      <>
        <MenuEntry why={createWhy} onClick={() => open('generate')}>
          Generate locations
        </MenuEntry>
        <MenuEntry why={refused} onClick={() => open('warehouse')}>
          Add warehouse
        </MenuEntry>
      </>
    ),
    instead: all?.length === 0 && (
      <EmptyState title="No warehouses yet" action={addWarehouse}>
        Stock is kept in the locations of a warehouse. A new warehouse starts with locations for
        receiving, staging and damaged stock.
      </EmptyState>
    ),
    aside: {
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
    },
    selected: {
      actions: (
        <>
          <PrintSelectedLabels template="location" selection={selection} read={read} />
          <LocationsSelected many={many} />
        </>
      ),
      problem: many.problem,
    },
    children: (
      <>
        {many.dialog}
        <Suspense>
          {dialog === 'location' && <NewLocationDialog {...(zone && { zone })} onClose={close} />}
          {dialog === 'generate' && <GenerateDialog {...(zone && { zone })} onClose={close} />}
          {dialog === 'warehouse' && (
            <WarehouseDialog
              onClose={close}
              onDone={({ warehouse: { id } }) => {
                close()
                choose(id)
              }}
            />
          )}
        </Suspense>
      </>
    ),
  }
}

/** Lists warehouses, zones and locations. */
const LocationsPage: FunctionComponent = listPage({
  page: '/$platform/app/locations',
  route: locations.list,
  name: 'locations',
  title: 'Locations',
  useGiven,
  search: { label: 'Code or barcode', command: 'Search locations' },
  filters: [
    {
      key: 'contents',
      label: 'Contents',
      promoted: true,
      options: [
        { value: 'empty', label: 'Empty' },
        { value: 'any', label: 'Not empty' },
        { value: 'mixed', label: 'More than one SKU' },
      ],
    },
    { key: 'status', label: 'State', promoted: true, options: optionsOf(statusWords) },
    { key: 'kind', label: 'Type', options: optionsOf(kindWords) },
    {
      key: 'zone',
      label: 'Zone',
      options: ({ given, warehouse }) =>
        given.zones
          .filter(({ warehouseId }) => !warehouse || warehouseId === warehouse)
          .map(({ id, code }) => ({ value: id, label: code })),
    },
  ],
  columns: ({ paths }) => columnsOf(paths),
  selected: { name: ({ code }) => code },
  details: (row) => (
    <Suspense fallback={<Spinner />}>
      <LocationPanel location={row} />
    </Suspense>
  ),
  useParts,
  imported: 'locations',
  caption: ({ sort }) => (sort ? 'Locations' : 'Sorted by pick sequence'),
  noMatch: (q) => (q ? `No locations match "${q}"` : 'No locations match the filter'),
  none: ({ given: { createWhy, open } }) => ({
    title: 'No locations yet',
    action: (
      <Button look="primary" why={createWhy} onClick={() => open('generate')}>
        Generate locations
      </Button>
    ),
    text: 'Create many locations from one pattern.',
  }),
})

export default LocationsPage

const command = (name: string, run: () => void, keys?: string) => ({
  name,
  section: 'On this page' as const,
  run,
  ...(keys !== undefined && { keys }),
})
