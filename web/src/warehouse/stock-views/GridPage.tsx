import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { Page } from '../../parts/Page.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { ChooseWarehouse } from '../locations/ChooseWarehouse.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import { StockTabs } from '../stock/StockTabs.tsx'
import { GridDesk } from './GridDesk.tsx'

/** Shows the stock of one warehouse as an editable grid. */
export default function GridPage() {
  const slug = useSlug()
  const { id, warehouse, all } = useWorkplace()
  const { can } = useCan()
  return (
    <Page
      title="Stock grid"
      site={useWorkspaceName(slug)}
      subtitle={
        warehouse
          ? `Edit available quantities in ${warehouse.name}`
          : 'Edit available quantities in a warehouse'
      }
    >
      <StockTabs />
      {!can(stockViews.grid) ? (
        <NoRight of={stockViews.grid} />
      ) : id === undefined ? (
        <ChooseWarehouse all={all} />
      ) : (
        <GridDesk key={id} slug={slug} warehouseId={id} />
      )}
    </Page>
  )
}
