import { orders, type Order } from '@stowage/contract/orders/orders'
import type { returns } from '@stowage/contract/orders/returns'
import type { fulfil } from '@stowage/contract/orders/shipping-fulfil'
import type { unreserving } from '@stowage/contract/orders/order-unreserving'
import { Suspense, useMemo, useState, type FunctionComponent } from 'react'
import { formatCount } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { badge } from '../../parts/columns.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { LineTable } from '../../parts/LineTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { documentPage } from '../../workspace/document-page.tsx'
import { useTimes } from '../../workspace/times.ts'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { PrintDocuments } from '../papers/PrintDocuments.tsx'
import { lineColumns, type LineAction } from './line-columns.tsx'
import { OrderAside } from './OrderAside.tsx'
import { OrderFigures } from './OrderFigures.tsx'
import { OrderFulfillments } from './OrderFulfillments.tsx'
import { orderSteps, releasable } from './steps.tsx'
import { holdReasons, isOver, isReleased, orderStates } from './words.ts'

const OrderExplanation = lazyPart(() => import('./OrderExplanation.tsx'), 'OrderExplanation')
const OrderTimeline = lazyPart(() => import('./OrderTimeline.tsx'), 'OrderTimeline')
const OrderShipments = lazyPart(() => import('./OrderShipments.tsx'), 'OrderShipments')
const OrderPutBack = lazyPart(() => import('./OrderPutBack.tsx'), 'OrderPutBack')
const OrderReturns = lazyPart(() => import('../returns/OrderReturns.tsx'), 'OrderReturns')
const FulfillNow = lazyPart(() => import('../shipping/FulfillNow.tsx'), 'FulfillNow')
const lineDialogs = () => import('./LineDialogs.tsx')
const EditLineDialog = lazyPart(lineDialogs, 'EditLineDialog')
const CancelLineDialog = lazyPart(lineDialogs, 'CancelLineDialog')
const UnreserveDialog = lazyPart(() => import('./UnreserveDialog.tsx'), 'UnreserveDialog')

function States({ order: { state, lines } }: { order: Order }) {
  const waiting = lines.filter(({ backordered }) => Number(backordered) > 0).length
  return (
    <div className="flex flex-wrap gap-2">
      {badge(orderStates[state])}
      {waiting > 0 && (
        <StateBadge state="warn">
          {waiting === 1 ? '1 line backordered' : `${formatCount(waiting)} lines backordered`}
        </StateBadge>
      )}
    </div>
  )
}

function Details({ slug, order }: { slug: string; order: Order }) {
  const paths = usePaths()
  const { show } = useTimes()
  const { id, state, currency, lines, holds, cancelReason } = order
  const { why, whyTo } = useCan()
  const [acting, act] = useState<LineAction>()
  const isFixed = !['draft', 'confirmed', 'on_hold'].includes(state)
  const over = isFixed ? `The order is ${orderStates[state].word.toLowerCase()}.` : undefined
  const [edit, cancel, unreserve] = [
    over ?? why(orders.updateLine),
    (isReleased(state) ? undefined : over) ?? why(orders.cancelLine),
    whyTo<typeof unreserving.unreserve>('stock.unreserve'),
  ]
  const columns = useMemo(
    () => lineColumns(paths, { id, currency }, { why: { edit, cancel, unreserve }, act }),
    [paths, id, currency, edit, cancel, unreserve],
  )
  const dialog = { slug, order, onClose: () => act(undefined) }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {holds.map(({ id, kind, note, placedAt, placedByName }) => (
          <Notice key={id} kind="warn">
            <p>
              {`On hold: ${[holdReasons[kind], note].filter(Boolean).join(', ')}. `}
              <span className="text-muted">
                {[`Since ${show(placedAt)}`, placedByName].filter(Boolean).join(', ')}
              </span>
            </p>
          </Notice>
        ))}
        {cancelReason !== null && <Notice kind="info">{`Cancelled: ${cancelReason}`}</Notice>}
        {(state === 'cancelled' || state === 'closed_short') && (
          <Suspense>
            <OrderPutBack slug={slug} order={order} />
          </Suspense>
        )}
        <OrderFigures lines={lines} />
        <LineTable columns={columns} rows={lines} rowId={({ id }) => id} />
        <OrderFulfillments slug={slug} orderId={order.id} />
        <Suspense>
          {order.fulfillmentState !== 'none' && <OrderShipments slug={slug} orderId={order.id} />}
          <OrderReturns slug={slug} orderId={order.id} />
          {!isOver(state) && <OrderExplanation slug={slug} orderId={order.id} />}
          <OrderTimeline slug={slug} orderId={order.id} />
        </Suspense>
      </div>
      <OrderAside order={order} />
      <Suspense>
        {acting?.verb === 'edit' && <EditLineDialog {...dialog} line={acting.line} />}
        {acting?.verb === 'cancel' && <CancelLineDialog {...dialog} line={acting.line} />}
        {acting?.verb === 'unreserve' && <UnreserveDialog {...dialog} line={acting.line} />}
      </Suspense>
    </div>
  )
}

const hasStock = ({ lines }: Order) =>
  lines.some(({ claims }) => claims.some(({ promised }) => Number(promised) > 0))

/** Ships all that is in stock of an order at once, for those who don’t pick and pack by scan. */
function FulfillNowButton({ order }: { order: Order }) {
  const { whyTo } = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!releasable.some((state) => state === order.state) || !hasStock(order)) return null
  return (
    <>
      <Button why={whyTo<typeof fulfil.fulfil>('ship.confirm')} onClick={() => setOpen(true)}>
        Fulfill now…
      </Button>
      <Suspense>{isOpen && <FulfillNow order={order} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** One order: who ordered what, what is reserved for it, and what can be done with it now. */
const OrderPage: FunctionComponent = documentPage({
  page: '/$platform/app/orders/$orderId',
  route: orders.details,
  name: 'order',
  tabs: (order) => <States order={order} />,
  actions: (order, { paths, why, whyTo }) => (
    <Steps steps={orderSteps} of={order}>
      <FulfillNowButton order={order} />
      <LinkButton href={paths.newOrder({ from: order.id })} why={why(orders.create)}>
        Duplicate
      </LinkButton>
      {order.fulfillmentState !== 'none' && (
        <LinkButton
          href={paths.newReturn({ order: order.id })}
          why={whyTo<typeof returns.create>('return.create')}
        >
          Create return
        </LinkButton>
      )}
      <PrintDocuments of="orders" what={order.number} collect={() => Promise.resolve([order.id])} />
    </Steps>
  ),
  body: (order, { slug }) => <Details slug={slug} order={order} />,
})

export default OrderPage
