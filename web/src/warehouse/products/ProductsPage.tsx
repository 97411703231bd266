import { type ListedVariant, variants } from '@stowage/contract/warehouse/variants'
import type { products } from '@stowage/contract/warehouse/products'
import type { stock as stockRoutes } from '@stowage/contract/warehouse/stock'
import type { imports } from '@stowage/contract/workspace/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { load, send } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCommands } from '../../parts/keys.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { useList } from '../../parts/list.ts'
import { type ReadPage, wholePage } from '../../parts/selected.ts'
import { useSelection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useMany } from '../../workspace/steps/use-many.tsx'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { columnsOf } from './columns.tsx'
import { keepListed } from './listed.ts'
import { catalogReads, categoriesOf } from './queries.ts'
import { categoryPaths } from './words.ts'

const route = getRouteApi('/$platform/app/catalog')
const PrintSelectedLabels = lazyPart(
  () => import('../labels/PrintSelectedLabels.tsx'),
  'PrintSelectedLabels',
)
const ProductsSelected = lazyPart(() => import('./ProductsSelected.tsx'), 'ProductsSelected')

const stockOptions = [
  { value: 'out', label: 'Out of stock' },
  { value: 'low', label: 'Below the reorder point' },
  { value: 'backordered', label: 'Backordered' },
  { value: 'no_barcode', label: 'Without a barcode' },
]
const stateOptions = [
  { value: 'active', label: 'In use' },
  { value: 'archived', label: 'Archived' },
]

/** Everything that can be kept, one line for each SKU. */
export default function ProductsPage() {
  const slug = useSlug()
  const to = usePaths()
  const router = useRouter()
  const search = route.useSearch()
  const { can, why, whyTo } = useCan()
  const { q = '', category, stock } = search
  const state = search.state?.join(',')
  const list = useList('catalog', search, variants.list)
  const narrowed = { q, state, category, stock }
  const [params, query] = [{ slug }, { ...narrowed, sort: search.sort }]
  const rows = useQuery({
    ...load(variants.list, { params, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
    enabled: can(variants.list),
  })
  const categories = useQuery({ ...categoriesOf(slug), enabled: can(variants.list) })
  const items = rows.data?.items
  const { from } = list.pager
  const isOld = rows.isPlaceholderData
  useEffect(() => {
    if (rows.data && !isOld) keepListed(slug, from, rows.data)
  }, [rows.data, isOld, slug, from])
  const selection = useSelection(
    items?.map(({ id }) => id) ?? [],
    JSON.stringify(narrowed),
    rows.data,
  )
  const readPage: ReadPage<ListedVariant> = (cursor) =>
    send(variants.list, { params, query: { ...query, ...wholePage, cursor } })
  const many = useMany({
    list: variants.list,
    refresh: catalogReads,
    selection,
    read: readPage,
    rows: items ?? [],
  })
  const columns = useMemo(() => columnsOf(to), [to])
  const table = useListTable('products', columns)
  const add = () => void router.navigate({ href: to.newProduct })
  useCommands(
    !whyTo<typeof products.create>('catalog.product.create')
      ? [{ name: 'Add product', section: 'On this page', keys: 'n', run: add }]
      : [],
  )

  return (
    <ListPage
      title="Products"
      site={useWorkspaceName(slug)}
      actions={
        <Button
          look="primary"
          why={whyTo<typeof products.create>('catalog.product.create')}
          onClick={add}
        >
          <Plus aria-hidden size={16} />
          Add product
        </Button>
      }
      menu={
        <MenuEntry
          href={to.grid({ ...(q && { q }), ...(category && { category }), show: 'all' })}
          why={whyTo<typeof stockRoutes.grid>('stock.read')}
        >
          Edit in grid
        </MenuEntry>
      }
      saved={{
        route: variants.list,
        call: { params, query },
        rows: 'products',
        why: why(variants.list),
      }}
      instead={!can(variants.list) && <NoRight of={variants.list} />}
      list={list}
      reply={rows}
      search={{ label: 'SKU, name or barcode', command: 'Search products' }}
      q={q}
      filters={[
        { key: 'stock', label: 'Stock', value: stock, options: stockOptions, promoted: true },
        { key: 'state', label: 'State', value: state, options: stateOptions, promoted: true },
        {
          key: 'category',
          label: 'Category',
          value: category,
          options: categoryPaths(categories.data?.items ?? []),
        },
      ]}
      caption="Quantities of all warehouses"
      table={table}
      rowId={({ id }) => id}
      selection={selection}
      selectionOf={{
        name: ({ sku }) => sku,
        actions: (
          <>
            <PrintSelectedLabels template="product" selection={selection} read={readPage} />
            <ProductsSelected many={many} />
          </>
        ),
        problem: many.problem,
      }}
      noMatch={q ? `No products match "${q}"` : 'No products match the filter'}
      none={
        <EmptyState
          title="No products yet"
          action={
            <LinkButton
              href={to.imports}
              look="primary"
              why={whyTo<typeof imports.upload>('import.run')}
            >
              Import products
            </LinkButton>
          }
        >
          Import a CSV file, or add products one by one.
        </EmptyState>
      }
    >
      <Outlet />
    </ListPage>
  )
}
