import { returns } from '@stowage/contract/orders/returns'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { returnStates } from '../../orders/returns/words.ts'
import { FoundFrame } from './FoundFrame.tsx'
import { Rows } from '../frame/Rows.tsx'
import { OpenAtDesk } from './FoundThing.tsx'
import type { FoundProps } from './look-up.ts'

const steps: Record<string, string> = { authorized: 'Receive return', received: 'Inspect return' }

/** A return: what is expected, what arrived, and the next step. */
export function FoundReturn({ slug, thing }: FoundProps) {
  const paths = usePaths()
  const { data, ...read } = useQuery(
    load(returns.details, { params: { slug, returnId: thing.id } }),
  )
  const found = data?.return
  const step = found && steps[found.state]
  return (
    <FoundFrame
      thing={thing}
      states={found ? [returnStates[found.state]] : []}
      read={{ data, ...read }}
      actions={
        step ? (
          <LinkButton look="primary" href={paths.floorReturn({ return: thing.id })}>
            {step}
          </LinkButton>
        ) : (
          <OpenAtDesk thing={thing} />
        )
      }
    >
      {found && (
        <p className="text-xl">{[found.order, found.customer].filter(Boolean).join(', ')}</p>
      )}
      <Rows
        label="Items"
        rows={(found?.lines ?? []).map(({ id, sku, name, qty, received }) => ({
          id,
          name: name || sku,
          detail: sku,
          value: `${formatQuantity(received)} of ${formatQuantity(qty)} received`,
        }))}
        none="No items"
      />
    </FoundFrame>
  )
}
