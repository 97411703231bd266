import { catalog, type ListedVariant } from '@stowage/contract/warehouse/catalog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { load, send } from '../../api.ts'
import { DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { useCommands } from '../../parts/keys.ts'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ListError } from '../../parts/ListError.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useList, wholePage } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { useSelection } from '../../parts/selection.ts'
import { SelectionBar } from '../../parts/SelectionBar.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import type { ReadPage } from '../marked.ts'
import { MarkedLabels } from '../MarkedLabels.tsx'
import { columnsOf } from './columns.tsx'
import { usePutAwayMarked } from './put-away-marked.tsx'
import { keepListed } from './listed.ts'
import { categoriesOf } from './queries.ts'
import { categoryPaths } from './words.ts'

const route = getRouteApi('/$platform/app/catalog')

const stockOptions = [
  { value: 'out', label: 'Out of stock' },
  { value: 'low', label: 'Below the reorder point' },
  { value: 'backordered', label: 'Backordered' },
  { value: 'no_barcode', label: 'Without a barcode' },
]
const stateOptions = [
  { value: 'active', label: 'In use' },
  { value: 'archived', label: 'Put away' },
]

/** Everything that can be kept, one line for each SKU. */
export default function CatalogPage() {
  const slug = useSlug()
  const to = usePaths()
  const router = useRouter()
  const search = route.useSearch()
  const { why, can } = useCan()
  const { q = '', category, stock } = search
  const state = search.state?.join(',')
  const list = useList('catalog', search, catalog.variants)
  const narrowed = { q, state, category, stock }
  const [params, query] = [{ slug }, { ...narrowed, sort: search.sort }]
  const rows = useQuery({
    ...load(catalog.variants, { params, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
    enabled: can('catalog.product.read'),
  })
  const categories = useQuery({ ...categoriesOf(slug), enabled: can('catalog.product.read') })
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
    send(catalog.variants, { params, query: { ...query, ...wholePage, cursor } })
  const putAway = usePutAwayMarked(selection, readPage)
  const columns = useMemo(() => columnsOf(to), [to])
  const arranged = useArranged('products', columns)
  const isNarrowed = q !== '' || Boolean(state ?? category ?? stock)
  const add = () => void router.navigate({ href: to.newProduct })
  useCommands(
    can('catalog.product.create')
      ? [{ name: 'Add a product', section: 'On this page', keys: 'n', run: add }]
      : [],
  )

  return (
    <Page
      title="Products"
      site={useWorkspaceName(slug)}
      actions={
        <>
          <ExportButton
            route={catalog.variants}
            call={{ params, query }}
            rows="products"
            reply={rows.data}
            why={why('catalog.product.read')}
          />
          <LinkButton
            href={to.grid({ ...(q && { q }), ...(category && { category }), show: 'all' })}
            why={why('stock.read')}
          >
            Edit in grid
          </LinkButton>
          <Button look="primary" why={why('catalog.product.create')} onClick={add}>
            <Plus aria-hidden size={16} />
            Add product
          </Button>
        </>
      }
    >
      {!can('catalog.product.read') ? (
        <NoRight needs="catalog.product.read" />
      ) : (
        <>
          <FilterBar
            q={q}
            filters={[
              { key: 'stock', label: 'Stock', value: stock, options: stockOptions, promoted: true },
              { key: 'state', label: 'State', value: state, options: stateOptions, promoted: true },
              {
                ...{ key: 'category', label: 'Category', value: category },
                options: categoryPaths(categories.data?.items ?? []),
              },
            ]}
            onChange={list.filter}
          >
            <SearchBox
              label="SKU, name or barcode"
              command="Search the products"
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
                <MarkedLabels template="product" selection={selection} read={readPage} />
                <ExportButton
                  route={catalog.variants}
                  call={{
                    params,
                    query: selection.isAll
                      ? query
                      : { ids: [...selection.chosen].join(','), sort: search.sort },
                  }}
                  rows="products"
                  reply={rows.data}
                  selection={selection}
                />
                {putAway.buttons}
              </SelectionBar>
              {putAway.problem}
              <DataTable
                caption="One line for each SKU, with what all your warehouses have of it"
                {...arranged}
                sorting={list.sorting}
                rows={items}
                rowId={({ id }) => id}
                busy={rows.isPlaceholderData}
                selection={{ ...selection, name: ({ sku }) => sku }}
                empty={
                  isNarrowed ? (
                    <EmptyState
                      title={q ? `No products match "${q}"` : 'No products match the filter'}
                      action={
                        <Button
                          onClick={() =>
                            list.filter({
                              ...{ q: undefined, stock: undefined },
                              ...{ state: undefined, category: undefined },
                            })
                          }
                        >
                          Clear filters
                        </Button>
                      }
                    />
                  ) : (
                    <EmptyState
                      title="There are no products yet"
                      action={
                        <LinkButton href={to.imports} look="primary" why={why('import.run')}>
                          Import your products
                        </LinkButton>
                      }
                    >
                      Bring them in from a file, or add them one by one.
                    </EmptyState>
                  )
                }
                pager={<KeysetPager reply={rows.data} busy={rows.isFetching} {...list.pager} />}
              />
            </>
          )}
        </>
      )}
      <Outlet />
    </Page>
  )
}
