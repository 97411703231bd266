import { picking } from '@stowage/contract/orders/picking'
import type { FunctionComponent } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { listPage } from '../../workspace/list-page.tsx'
import { columnsOf } from './columns.tsx'
import { PickingViews } from './PickingViews.tsx'
import { useTaskActions } from './use-task-actions.tsx'

const noneOf = { all: 'Nothing to pick', mine: 'You have no tasks', free: 'No free tasks' } as const

/** List of open pick tasks, in pick sequence. */
const PickingPage: FunctionComponent = listPage({
  page: '/$platform/app/picking',
  route: picking.list,
  name: 'picking',
  rows: 'tasks',
  title: 'Picking',
  tabs: ({ search: { view, fulfillment }, isSaved }) => (
    <PickingViews open={isSaved ? undefined : view} fulfillment={fulfillment} />
  ),
  actions: ({ paths, why }) => (
    <LinkButton look="primary" href={paths.floor} why={why(picking.confirm)}>
      Start picking
    </LinkButton>
  ),
  filters: [{ key: 'fulfillment', label: 'Fulfillment', linked: (first) => first?.fulfillment }],
  also: ['view'],
  columns: ({ paths, brief }) => columnsOf(paths, brief),
  selected: { name: ({ sku, qty, location }) => `${formatQuantity(qty)} ${sku} from ${location}` },
  useParts: ({ selection, read }) => {
    const { buttons, problem, dialog } = useTaskActions(selection, read)
    return { selected: { actions: buttons, problem }, children: dialog }
  },
  caption: ({ zone }) => `In walking order, times in ${zone}`,
  fallback: 'Couldn’t load the tasks',
  noMatch: 'Nothing left to pick here',
  none: ({ search: { view }, paths }) => ({
    title: noneOf[view],
    text:
      view === 'all'
        ? 'Release an order to get its pick tasks.'
        : view === 'mine' && 'Claim free tasks to pick them.',
    action: view === 'all' && (
      <LinkButton look="primary" href={paths.orders({ view: 'to_release' })}>
        Show orders to release
      </LinkButton>
    ),
  }),
})

export default PickingPage
