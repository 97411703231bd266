import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { waitingStates } from '@stowage/contract/orders/fulfillment-waiting'
import { useRouter } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { columnsOf } from '../fulfillments/columns.tsx'
import { orderScan } from './order-scan.ts'

const views = [
  {
    name: 'To pack',
    view: 'to_pack',
    states: waitingStates.toPack,
    none: 'Nothing to pack',
    noneText: 'Orders appear here when all of their picks are done.',
  },
  {
    name: 'Packed',
    view: 'packed',
    states: waitingStates.toShip,
    none: 'Nothing packed',
    noneText: 'Packed orders appear here until they are shipped.',
  },
] as const
type View = (typeof views)[number]['view']

const viewOf = ({ view }: { view: View }) => views.find((one) => one.view === view) ?? views[0]

/** Fulfillments that are to be packed, or that are packed. */
const PackingPage: FunctionComponent = listPage({
  page: '/$platform/app/packing',
  route: fulfillments.list,
  name: 'packing',
  rows: 'fulfillments',
  title: 'Packing',
  tabs: ({ paths, search, isSaved }) => (
    <ViewTabs
      label="Packing views"
      tabs={views.map(({ name, view }) => ({
        name,
        href: paths.packing(view === 'to_pack' ? {} : { view }),
        isOpen: !isSaved && view === search.view,
      }))}
    />
  ),
  search: { label: 'Search', placeholder: 'Number', command: 'Search what is to be packed' },
  query: (search) => ({ state: viewOf(search).states.join(',') }),
  columns: ({ paths, show }) => columnsOf(paths, show, paths.pack),
  useParts: ({ slug, paths }) => {
    const router = useRouter()
    const pack = (id: string) => void router.navigate({ href: paths.pack(id) })
    useScan(orderScan(slug, pack), { screen: 'pack' })
    return {}
  },
  caption: timed('Newest first'),
  fallback: 'Couldn’t load the fulfillments',
  noMatch: 'No fulfillment matches',
  none: ({ paths, search }) => ({
    title: viewOf(search).none,
    text: viewOf(search).noneText,
    action: search.view === 'to_pack' && (
      <LinkButton look="primary" href={paths.picking()}>
        Show picks
      </LinkButton>
    ),
  }),
})

export default PackingPage
