import { carriers, type Carrier } from '@stowage/contract/orders/carriers'
import type { FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { state, text, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { recordStates, stateFilter } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { listSearch } from '../../workspace/list-search.ts'
import { listRoute } from '../../workspace/routes.tsx'
import { recordSteps } from '../../workspace/steps/record-steps.tsx'
import { useRowSteps } from '../../workspace/steps/use-row-steps.tsx'

const CarrierDialog = lazyPart(() => import('./CarrierDialog.tsx'), 'CarrierDialog')

const name = ({ code }: Carrier) => code
const steps = recordSteps<Carrier>({ one: 'carrier', many: 'carriers' }, carriers, {
  form: CarrierDialog,
  name,
})

const columns: Column<Carrier>[] = [
  word('Code', ({ code }) => code, { sort: 'code' }),
  text('Name', (carrier) => carrier.name, { card: 'value', sort: 'name' }),
  state('State', (carrier) => recordStates[carrier.state]),
  text('Tracking URL', ({ trackingUrl }) => trackingUrl, { card: 'value', wide: true, keep: 2 }),
]

/** The companies that deliver, by code. */
const CarriersPage: FunctionComponent = listPage({
  page: '/$platform/app/carriers',
  route: carriers.list,
  name: 'carriers',
  isFixed: true,
  title: 'Carriers',
  create: { name: 'Add carrier', why: ({ why }) => why(carriers.create), form: CarrierDialog },
  search: 'Code or name',
  filters: [stateFilter(recordStates)],
  columns: () => columns,
  useRowMenu: (rows) => useRowSteps({ steps, rows, name }),
  imported: 'carriers',
  caption: 'Carriers',
  noMatch: 'No carriers match',
  none: ({ created }) => ({
    title: 'No carriers yet',
    text: 'Add the companies that deliver your packages.',
    action: created,
  }),
})

export const routes = [listRoute('carriers', listSearch(carriers.list), CarriersPage)] as const
