import { shipping } from '@stowage/contract/orders/shipping'
import { ApiError } from '../../app/transport.ts'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'

type Props = { error: unknown; isPending: boolean; onShip: () => void }

/** Offers to ship a part of an order that ships complete, after this was refused. */
export function ShipShort({ error, isPending, onShip }: Props) {
  const { why } = useCan()
  if (!(error instanceof ApiError) || error.code !== 'order_incomplete') return null
  return (
    <div className="mt-1">
      <Button
        busy={isPending && 'Shipping…'}
        why={why(shipping.ship, 'order.ship_short')}
        onClick={onShip}
      >
        Ship without the rest
      </Button>
    </div>
  )
}
