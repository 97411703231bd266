import { fulfillments, type Fulfillment } from '@stowage/contract/orders/fulfillments'
import type { FunctionComponent } from 'react'
import { formatCount, formatCalendarDay } from '../../app/format.ts'
import { badge, code, linkTo, mainQuantity, state, text, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { LineTable } from '../../parts/LineTable.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { creatorOf } from '../../platforms/members/maker.ts'
import { documentPage } from '../../workspace/document-page.tsx'
import { pickPolicyWords } from '../../warehouse/settings/pick-policies.ts'
import { PrintDocuments } from '../papers/PrintDocuments.tsx'
import { fulfillmentStates, pickReasonWords, pickStates } from './words.ts'

type Pick = Fulfillment['lines'][number]['picks'][number] & {
  sku: string
  name: string
  unit: string
}

const columns: Column<Pick>[] = [
  code('Location', ({ location }) => location),
  text('SKU', ({ sku }) => sku, { card: 'value' }),
  text('Name', ({ name }) => name, { card: 'value' }),
  word(
    'Lot, serial',
    ({ lot, serial, expiresOn }) =>
      [lot ?? serial ?? '-', expiresOn && `expires ${formatCalendarDay(expiresOn)}`]
        .filter(Boolean)
        .join(', '),
    { card: 'value' },
  ),
  mainQuantity('Quantity', ({ qty, unit }) => [qty, unit]),
  state('State', (pick) => pickStates[pick.state], { keep: 3 }),
  word('Why here', ({ reason }) => pickReasonWords[reason]),
]

const isAtPacking = ({ state }: Fulfillment) =>
  state === 'picked' || state === 'packing' || state === 'packed'

const captionOf = (picks: readonly Pick[]) => {
  const done = picks.filter(({ state }) => state === 'done').length
  const all = picks.length === 1 ? '1 pick' : `${formatCount(picks.length)} picks`
  return done === 0 ? all : `${all}, ${formatCount(done)} done`
}

const picksOf = ({ lines }: Fulfillment) =>
  lines.flatMap(({ sku, name, unit, picks }) =>
    picks.map((pick): Pick => ({ ...pick, sku, name, unit })),
  )

/** One fulfillment: for which order, and where each item is picked and why there. */
const FulfillmentPage: FunctionComponent = documentPage({
  page: '/$platform/app/fulfillments/$fulfillmentId',
  route: fulfillments.details,
  name: 'fulfillment',
  actions: (fulfillment, { paths }) => (
    <>
      <PrintDocuments
        of="fulfillments"
        what={fulfillment.number}
        collect={() => Promise.resolve([fulfillment.id])}
      />
      {picksOf(fulfillment).some(({ state }) => state === 'ready') && (
        <LinkButton href={paths.picking({ fulfillment: fulfillment.id })}>Show tasks</LinkButton>
      )}
      {isAtPacking(fulfillment) && (
        <LinkButton look="primary" href={paths.pack(fulfillment.id)}>
          {fulfillment.state === 'packed' ? 'Ship' : 'Pack'}
        </LinkButton>
      )}
    </>
  ),
  facts: (fulfillment, { paths, zoned }) => {
    const { orderId, order, splitFromId, splitFrom, shipBy } = fulfillment
    return {
      State: badge(fulfillmentStates[fulfillment.state]),
      Order: linkTo(paths.order(orderId), order),
      'Split from': splitFromId && linkTo(paths.fulfillment(splitFromId), splitFrom),
      Customer: fulfillment.customer ?? '-',
      Warehouse: fulfillment.warehouseCode,
      'Pick policy': pickPolicyWords[fulfillment.policy],
      Priority: fulfillment.priority,
      'Ship by': shipBy === null ? '-' : zoned(shipBy),
      Released: zoned(fulfillment.createdAt),
      By: creatorOf(fulfillment),
    }
  },
  body: (fulfillment) => {
    const picks = picksOf(fulfillment)
    return (
      <LineTable
        caption={captionOf(picks)}
        columns={columns}
        rows={picks}
        rowId={({ id }) => id}
        none="No picks"
      />
    )
  },
})

export default FulfillmentPage
