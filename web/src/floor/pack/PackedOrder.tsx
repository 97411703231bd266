import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import type { shipping } from '@stowage/contract/orders/shipping'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Heading } from '../../parts/Page.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../../workspace/rights.ts'
import { isPickedAgain, SentBack } from '../../orders/packing/SentBack.tsx'
import type { Answer as ScanAnswer } from '../../workspace/scan/queue.ts'
import { Answer } from '../frame/Answer.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'

const PrintDialog = lazy(() => import('../../orders/papers/PrintDialog.tsx'))
const ShipDialog = lazy(async () => ({
  default: (await import('../../orders/shipping/ShipDialog.tsx')).ShipDialog,
}))

type Props = {
  slug: string
  fulfillment: Fulfillment
  head: ReactNode
  back: { href: string; name: string }
  notice: ScanAnswer | undefined
  isOnline: boolean
}

const texts: Partial<Record<Fulfillment['state'], string>> = {
  packed: 'Print its labels, put them on, and ship it.',
  cancelled: 'It was cancelled.',
}

/** An order with nothing to pack now: what is printed of it, and where to go on. */
export function PackedOrder({ slug, fulfillment, head, back, notice, isOnline }: Props) {
  const { whyTo } = useCan()
  const [layer, setLayer] = useState<'print' | 'ship'>()
  const close = () => setLayer(undefined)
  const { id, number, state } = fulfillment
  const isPacked = state === 'packed'
  const isDone = isPacked || state === 'shipped'
  return (
    <FloorFrame
      title={`Pack ${number}`}
      head={head}
      thumb={
        <>
          <Answer notice={notice} />
          <LinkButton look="primary" href={back.href}>
            Next order
          </LinkButton>
          {isDone && (
            <div className="grid grid-cols-2 gap-2">
              <FloorButton
                why={isOnline ? undefined : 'Printing needs a connection.'}
                onClick={() => setLayer('print')}
              >
                Print…
              </FloorButton>
              <FloorButton
                why={
                  whyTo<typeof shipping.ship>('ship.confirm') ??
                  (!isPacked
                    ? `${number} is shipped.`
                    : isOnline
                      ? undefined
                      : 'Shipping needs a connection.')
                }
                onClick={() => setLayer('ship')}
              >
                Ship…
              </FloorButton>
            </div>
          )}
        </>
      }
    >
      <div className="grid gap-4 py-6 text-center">
        <Heading className="text-3xl!">{isDone ? `${number} is ${state}` : number}</Heading>
        {isPickedAgain(fulfillment) ? (
          <div className="text-start">
            <SentBack fulfillment={fulfillment} />
          </div>
        ) : (
          state !== 'shipped' && (
            <p className="text-lg">{texts[state] ?? 'It is not picked yet.'}</p>
          )
        )}
      </div>
      <Suspense>
        {layer === 'ship' && <ShipDialog slug={slug} fulfillment={fulfillment} onClose={close} />}
        {layer === 'print' && (
          <PrintDialog
            of="fulfillments"
            what={number}
            collect={() => Promise.resolve([id])}
            onClose={close}
          />
        )}
      </Suspense>
    </FloorFrame>
  )
}
