import { products } from '@stowage/contract/warehouse/products'
import { type ListedVariant, variants } from '@stowage/contract/warehouse/product-variants'
import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { stock } from '@stowage/contract/warehouse/stock'
import type { stockViews } from '@stowage/contract/warehouse/stock-views'
import type { labels } from '@stowage/contract/workspace/print'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCommands } from '../../parts/keys.ts'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useListAbove } from '../../workspace/list-above.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { Beside } from './Beside.tsx'
import { ProductFigures } from './ProductFigures.tsx'
import { itemName, optionsText } from './words.ts'

const StockTab = lazyPart(() => import('./StockTab.tsx'), 'StockTab')
const OrdersTab = lazyPart(() => import('./OrdersTab.tsx'), 'OrdersTab')
const MovementsTab = lazyPart(() => import('./MovementsTab.tsx'), 'MovementsTab')
const DetailsTab = lazyPart(() => import('./DetailsTab.tsx'), 'DetailsTab')

const page = '/$platform/app/catalog/$sku'
const route = getRouteApi(page)
const tabs = [
  { id: 'stock', name: 'Stock' },
  { id: 'orders', name: 'Orders' },
  { id: 'movements', name: 'Movements' },
  { id: 'details', name: 'Details' },
] as const

/** One item: what there is of it, where, what happened to it, what is said about it. */
export default function ProductPage() {
  const slug = useSlug()
  const list = useListAbove(page)
  const sku = route.useParams({ select: (params) => params.sku })
  const site = useWorkspaceName(slug)
  const found = useQuery(load(variants.list, { params: { slug }, query: { sku, limit: '1' } }))
  const item = found.data?.items[0]
  if (item) return <Product key={item.id} item={item} />
  return (
    <Page title={sku} site={site} above={list}>
      <ReadError of={found} />
      {found.isPending && <Spinner />}
      {found.data && (
        <EmptyState
          title={`No product has the SKU ${sku}`}
          action={<LinkButton href={list.href}>{`Go to ${list.name}`}</LinkButton>}
        >
          The SKU may have been changed since this link was created.
        </EmptyState>
      )}
    </Page>
  )
}

function Product({ item }: { item: ListedVariant }) {
  const slug = useSlug()
  const to = usePaths()
  const { whyTo } = useCan()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const params = { slug, productId: item.productId }
  const whole = useQuery(load(products.details, { params }))
  const product = whole.data?.product
  // Fresher than the list after a change.
  const variant = product?.variants.find(({ id }) => id === item.id) ?? item
  const options = optionsText(variant.options)
  const archivedWhy = variant.state === 'archived' ? 'Archived' : undefined
  const router = useRouter()
  const command = (name: string, keys: string, href: string, refused: string | undefined) =>
    refused === undefined
      ? [
          {
            name,
            section: 'On this page' as const,
            keys,
            run: () => void router.navigate({ href }),
          },
        ]
      : []
  const adjustWhy = whyTo<typeof adjustments.create>('stock.adjust.create') ?? archivedWhy
  const moveWhy = whyTo<typeof stock.move>('stock.move') ?? archivedWhy
  const { sku } = variant
  useCommands([
    ...command('Adjust stock', 'a', to.adjust({ sku }), adjustWhy),
    ...command('Move stock', 't', to.move({ sku }), moveWhy),
  ])
  return (
    <Page
      title={variant.sku}
      heading={itemName(variant)}
      site={useWorkspaceName(slug)}
      above={useListAbove(page)}
      subtitle={
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="font-mono text-sm wrap-anywhere">{variant.sku}</code>
          {options !== '' && <span>{options}</span>}
          {variant.state === 'archived' && <StateBadge state="none">Archived</StateBadge>}
        </p>
      }
      actions={
        <>
          <LinkButton href={to.adjust({ sku })} why={adjustWhy}>
            Adjust
          </LinkButton>
          <LinkButton href={to.move({ sku })} why={moveWhy}>
            Move
          </LinkButton>
          <LinkButton
            href={to.labels({ template: 'product', ids: [variant.id] })}
            why={whyTo<typeof labels.print>('print.use')}
          >
            Print labels
          </LinkButton>
        </>
      }
    >
      <Beside sku={sku} tab={tab === 'stock' ? undefined : tab} />
      {product && product.variants.length > 1 && (
        <nav aria-label="Variants" className="flex flex-wrap gap-2">
          {product.variants.map((other) => (
            <Link
              key={other.id}
              href={to.product(other.sku, tab === 'stock' ? undefined : tab)}
              current="here"
              className="badge inline-flex min-h-8 items-center rounded-full border border-line px-3 text-sm hover:bg-hover aria-[current]:border-transparent aria-[current]:bg-accent-soft aria-[current]:text-accent-ink"
            >
              {other.name || optionsText(other.options) || other.sku}
            </Link>
          ))}
        </nav>
      )}
      {!whyTo<typeof stockViews.variant>('stock.read') && <ProductFigures variant={variant} />}
      <Tabs
        label={`About ${variant.sku}`}
        tabs={tabs}
        chosen={tab}
        onChoose={(id) =>
          void navigate({
            to: '.',
            search: (now) => ({ ...now, tab: id }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Suspense fallback={<Spinner />}>
          {tab === 'stock' && <StockTab variant={variant} />}
          {tab === 'orders' && <OrdersTab variant={variant} />}
          {tab === 'movements' && <MovementsTab variant={variant} />}
          {tab === 'details' && product && <DetailsTab product={product} variant={variant} />}
        </Suspense>
        {tab === 'details' && <ReadError of={whole} />}
      </Tabs>
    </Page>
  )
}
