import { lots } from '@stowage/contract/warehouse/lots'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import type { FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { count, day, nameLink, quantity, state, text } from '../../parts/columns.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { stateFilter } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { StockTabs } from '../stock/StockTabs.tsx'
import { daysText, lotStates } from './words.ts'

const PrintSelectedLabels = lazyPart(
  () => import('../labels/PrintSelectedLabels.tsx'),
  'PrintSelectedLabels',
)

function DaysLeft({ days }: { days: number | null }) {
  if (days === null || days > 30) return <span className="tabular-nums">{daysText(days)}</span>
  return <StateBadge state={days < 0 ? 'bad' : 'warn'}>{daysText(days)}</StateBadge>
}

/** All lots, those that expire first at the top. */
const LotsPage: FunctionComponent = listPage({
  page: '/$platform/app/stock/lots',
  route: lots.list,
  name: 'lots',
  title: 'Lots',
  tabs: () => <StockTabs />,
  search: 'Lot, supplier lot, SKU or name',
  filters: [
    {
      key: 'expiry',
      label: 'Expiry',
      promoted: true,
      options: [
        { value: 'expired', label: 'Expired' },
        { value: '30', label: 'Within 30 days' },
        { value: '60', label: 'Within 60 days' },
        { value: '90', label: 'Within 90 days' },
      ],
    },
    stateFilter(lotStates),
    {
      key: 'empty',
      label: 'Lots without stock',
      none: 'Hidden',
      usual: 'without',
      options: [{ value: 'with', label: 'Shown' }],
    },
    { key: 'variant', label: 'Product', linked: (first) => first?.sku },
  ],
  columns: ({ paths }) => [
    {
      header: 'Lot',
      sort: 'code',
      cell: ({ id, code }) => (
        <Link className="link font-mono wrap-anywhere" href={paths.lot(id)}>
          {code}
        </Link>
      ),
    },
    nameLink('SKU', ({ sku }) => [paths.product(sku), sku], { card: 'value', sort: 'sku' }),
    text('Name', ({ name }) => name, { wide: true, keep: 2 }),
    day('Expires', ({ expiresOn }) => expiresOn, { card: 'value', keep: 3, sort: 'expiresOn' }),
    {
      header: 'Days left',
      card: 'value',
      keep: 3,
      cell: ({ daysLeft }) => <DaysLeft days={daysLeft} />,
    },
    state('State', (one) => lotStates[one.state], { keep: 3 }),
    quantity('On hand', ({ onHand, unit }) => [onHand, unit], { card: 'number', keep: 3 }),
    count('Locations', ({ locations }) => locations, { wide: true }),
    text('Supplier lot', ({ supplierLot }) => supplierLot, { wide: true }),
  ],
  selected: {
    name: ({ code, sku }) => `lot ${code} of ${sku}`,
    actions: ({ selection, read }) => (
      <PrintSelectedLabels template="lot" selection={selection} read={read} />
    ),
    // A lot that was used up since it was selected is exported too.
    picked: { empty: 'with' },
  },
  caption: ({ sort }) => (sort ? 'Lots' : 'Lots by expiry date'),
  noMatch: 'No lots match',
  none: ({ paths, whyTo }) => ({
    title: 'No lots in stock',
    text: 'Products tracked by lot get their lots when stock is received.',
    action: (
      <LinkButton
        look="primary"
        href={paths.newReceipt}
        why={whyTo<typeof receiving.create>('receipt.create')}
      >
        Receive stock
      </LinkButton>
    ),
  }),
})

export default LotsPage
