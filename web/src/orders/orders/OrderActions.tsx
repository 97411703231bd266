import { releases } from '@stowage/contract/orders/releases'
import { orders, type Order } from '@stowage/contract/orders/orders'
import type { returns } from '@stowage/contract/orders/returns'
import { Suspense, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { PrintDocuments } from '../papers/PrintDocuments.tsx'
import { changed as refresh } from '../fulfillments/changed.ts'
import { isReleased } from './words.ts'

const EditOrderDialog = lazyPart(() => import('./EditOrderDialog.tsx'), 'EditOrderDialog')
const states = () => import('./StateDialogs.tsx')
const ConfirmDialog = lazyPart(states, 'ConfirmDialog')
const HoldDialog = lazyPart(states, 'HoldDialog')
const EndDialog = lazyPart(states, 'EndDialog')
const ReleaseDialog = lazyPart(() => import('./ReleaseDialog.tsx'), 'ReleaseDialog')

type Props = { slug: string; order: Order }

/** What can be done with an order in its state. */
export function OrderActions({ slug, order }: Props) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const [asks, setAsks] = useState<
    'confirm' | 'release' | 'edit' | 'hold' | 'cancel' | 'closeShort'
  >()
  const endHold = useAction(orders.releaseHold, { refresh })
  const unrelease = useAction(releases.unrelease, { refresh })
  const { state, number } = order
  const call = { params: { slug, orderId: order.id }, body: { version: order.version } }
  const canRelease = isReleasable(order)
  const close = () => setAsks(undefined)
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {state === 'draft' && (
          <Button look="primary" why={why(orders.confirm)} onClick={() => setAsks('confirm')}>
            Confirm order…
          </Button>
        )}
        {canRelease && (
          <Button look="primary" why={why(releases.release)} onClick={() => setAsks('release')}>
            {state === 'confirmed' ? 'Release order…' : 'Release the rest…'}
          </Button>
        )}
        {state === 'released' && (
          <Button
            why={why(releases.unrelease)}
            busy={unrelease.isPending && 'Taking back…'}
            onClick={() =>
              unrelease.mutate(call, {
                onSuccess: () => toast(`${number} is no longer released`),
              })
            }
          >
            Unrelease
          </Button>
        )}
        <Button why={why(orders.update)} onClick={() => setAsks('edit')}>
          Edit order…
        </Button>
        {(state === 'confirmed' || state === 'released') && (
          <Button why={why(orders.hold)} onClick={() => setAsks('hold')}>
            Put on hold…
          </Button>
        )}
        {state === 'on_hold' && (
          <Button
            why={why(orders.releaseHold)}
            busy={endHold.isPending && 'Releasing…'}
            onClick={() =>
              endHold.mutate(call, { onSuccess: () => toast(`${number} is no longer on hold`) })
            }
          >
            Release hold
          </Button>
        )}
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
        <PrintDocuments of="orders" what={number} collect={() => Promise.resolve([order.id])} />
        {['draft', 'confirmed', 'on_hold', 'released', 'in_fulfillment'].includes(state) && (
          <Button look="danger" why={why(orders.cancel)} onClick={() => setAsks('cancel')}>
            Cancel order…
          </Button>
        )}
        {state === 'partially_shipped' && (
          <Button look="danger" why={why(orders.closeShort)} onClick={() => setAsks('closeShort')}>
            Close short…
          </Button>
        )}
      </div>
      {endHold.error && (
        <RefusalBox takesFocus error={endHold.error} fallback="Couldn’t release the hold" />
      )}
      {unrelease.error && (
        <RefusalBox takesFocus error={unrelease.error} fallback="Couldn’t take back the release" />
      )}
      <Suspense>
        {asks === 'confirm' && <ConfirmDialog slug={slug} order={order} onClose={close} />}
        {asks === 'release' && <ReleaseDialog slug={slug} order={order} onClose={close} />}
        {asks === 'edit' && <EditOrderDialog slug={slug} order={order} onClose={close} />}
        {asks === 'hold' && <HoldDialog slug={slug} order={order} onClose={close} />}
        {(asks === 'cancel' || asks === 'closeShort') && (
          <EndDialog slug={slug} order={order} end={asks} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

/** Whether some of an order is reserved and not released for picking. */
const isReleasable = ({ state, lines }: Order) =>
  state === 'confirmed' ||
  (isReleased(state) &&
    lines.some(({ claims }) => claims.some(({ promised, allocated }) => promised !== allocated)))
