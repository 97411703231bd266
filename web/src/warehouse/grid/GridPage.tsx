import { Page } from '../../parts/Page.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { ChooseWarehouse } from '../ChooseWarehouse.tsx'
import { useWorkplace } from '../site.ts'
import { StockTabs } from '../stock/StockTabs.tsx'
import { GridDesk } from './GridDesk.tsx'

/** What is where in one warehouse, as a sheet to be corrected. */
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
          ? `What is for sale in ${warehouse.name}: filter it, then type over it`
          : 'What is for sale in a warehouse: filter it, then type over it'
      }
    >
      <StockTabs />
      {!can('stock.read') ? (
        <NoRight needs="stock.read" />
      ) : id === undefined ? (
        <ChooseWarehouse all={all} />
      ) : (
        <GridDesk key={id} slug={slug} warehouseId={id} />
      )}
    </Page>
  )
}
