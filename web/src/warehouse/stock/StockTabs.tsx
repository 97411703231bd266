import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

/** The views of the stock, each with an address of its own. */
export function StockTabs() {
  const paths = usePaths()
  return (
    <ViewTabs
      label="Stock views"
      tabs={[
        { name: 'By location', href: paths.stock() },
        { name: 'By item', href: paths.levels() },
        { name: 'Lots', href: paths.lots() },
        { name: 'Grid', href: paths.grid() },
        { name: 'As of a date', href: paths.asOf },
        { name: 'Adjustments', href: paths.adjustments() },
      ]}
    />
  )
}
