import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

const views = [
  { name: 'All', view: 'all' },
  { name: 'To release', view: 'to_release' },
  { name: 'Late', view: 'late' },
  { name: 'On hold', view: 'on_hold' },
  { name: 'Backorder', view: 'backorder' },
  { name: 'Shipped', view: 'shipped' },
] as const

/** The views of the orders beside the title, and the customers; `view` is the one that is open. */
export function OrderViews({ view }: { view?: (typeof views)[number]['view'] }) {
  const paths = usePaths()
  return (
    <ViewTabs
      label="Order views"
      tabs={[
        ...views.map((one) => ({
          name: one.name,
          href: paths.orders(one.view === 'all' ? {} : { view: one.view }),
          isOpen: one.view === view,
        })),
        { name: 'Customers', href: paths.customers() },
      ]}
    />
  )
}
