import type { imports } from '@stowage/contract/workspace/imports'
import type { products } from '@stowage/contract/warehouse/products'
import type { stockViews } from '@stowage/contract/warehouse/stock-views'
import { variants } from '@stowage/contract/warehouse/product-variants'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, type FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { useCommands } from '../../parts/keys.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { Button } from '../../ui/Button.tsx'
import { listPage } from '../../workspace/list-page.tsx'
import type { useCan } from '../../workspace/rights.ts'
import { useMany } from '../../workspace/steps/use-many.tsx'
import { columnsOf } from './columns.tsx'
import { keepListed } from './listed.ts'
import { categoriesOf } from './queries.ts'
import { categoryPaths } from './words.ts'

const PrintSelectedLabels = lazyPart(
  () => import('../labels/PrintSelectedLabels.tsx'),
  'PrintSelectedLabels',
)
const ProductsSelected = lazyPart(() => import('./ProductsSelected.tsx'), 'ProductsSelected')

function useCategories({ slug, can }: ReturnType<typeof useCan> & { slug: string }) {
  return useQuery({ ...categoriesOf(slug), enabled: can(variants.list) }).data?.items
}

/** Everything that can be kept, one line for each SKU. */
const ProductsPage: FunctionComponent = listPage({
  page: '/$platform/app/catalog',
  route: variants.list,
  name: 'products',
  lengthOf: 'catalog',
  title: 'Products',
  search: { label: 'SKU, name or barcode', command: 'Search products' },
  useGiven: useCategories,
  filters: [
    {
      key: 'stock',
      label: 'Stock',
      promoted: true,
      options: [
        { value: 'out', label: 'Out of stock' },
        { value: 'low', label: 'Below the reorder point' },
        { value: 'backordered', label: 'Backordered' },
        { value: 'no_barcode', label: 'Without a barcode' },
      ],
    },
    {
      key: 'state',
      label: 'State',
      promoted: true,
      options: [
        { value: 'active', label: 'In use' },
        { value: 'archived', label: 'Archived' },
      ],
    },
    { key: 'category', label: 'Category', options: ({ given = [] }) => categoryPaths(given) },
  ],
  columns: ({ paths }) => columnsOf(paths),
  selected: { name: ({ sku }) => sku },
  useParts: ({ slug, paths, search, reply, rows, isOld, list, selection, read, whyTo }) => {
    const router = useRouter()
    const { from } = list.pager
    useEffect(() => {
      if (reply && !isOld) keepListed(slug, from, reply)
    }, [reply, isOld, slug, from])
    const many = useMany({ list: variants.list, selection, read, rows })
    const whyNot = whyTo<typeof products.create>('catalog.product.create')
    const add = () => void router.navigate({ href: paths.newProduct })
    useCommands(
      whyNot === undefined
        ? [{ name: 'Add product', section: 'On this page', keys: 'n', run: add }]
        : [],
    )
    const { q, category } = search
    return {
      actions: (
        <Button look="primary" why={whyNot} onClick={add}>
          <Plus aria-hidden size={16} />
          Add product
        </Button>
      ),
      menu: (
        <MenuEntry
          href={paths.grid({ ...(q && { q }), ...(category && { category }), show: 'all' })}
          why={whyTo<typeof stockViews.grid>('stock.read')}
        >
          Edit in grid
        </MenuEntry>
      ),
      selected: {
        actions: (
          <>
            <PrintSelectedLabels template="product" selection={selection} read={read} />
            <ProductsSelected many={many} />
          </>
        ),
        problem: many.problem,
      },
      children: <Outlet />,
    }
  },
  imported: 'products',
  caption: 'Quantities of all warehouses',
  noMatch: (q) => (q ? `No products match "${q}"` : 'No products match the filter'),
  none: ({ paths, whyTo }) => ({
    title: 'No products yet',
    text: 'Import a CSV file, or add products one by one.',
    action: (
      <LinkButton
        href={paths.imports({ upload: 'products' })}
        look="primary"
        why={whyTo<typeof imports.upload>('import.run')}
      >
        Import products
      </LinkButton>
    ),
  }),
})

export default ProductsPage
