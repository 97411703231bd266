import { batches } from '@stowage/contract/orders/batches'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { batchStates, methodWords } from '../../orders/batches/words.ts'
import { FoundFrame } from './FoundFrame.tsx'
import { Rows } from '../frame/Rows.tsx'
import { OpenAtDesk } from './FoundThing.tsx'
import type { FoundProps } from './look-up.ts'
import { Quantity } from '../frame/Quantity.tsx'

/** A batch: how far it is, who picks it, and its totes. */
export function FoundBatch({ slug, thing }: FoundProps) {
  const paths = usePaths()
  const { why } = useCan()
  const { data, ...read } = useQuery(load(batches.details, { params: { slug, batchId: thing.id } }))
  const batch = data?.batch
  const isOpen = batch?.state === 'open' || batch?.state === 'in_progress'
  return (
    <FoundFrame
      thing={thing}
      states={batch ? [batchStates[batch.state]] : []}
      read={{ data, ...read }}
      actions={
        isOpen ? (
          <LinkButton
            look="primary"
            why={why(batches.claim)}
            href={paths.floorPick({ batch: thing.id })}
          >
            Pick
          </LinkButton>
        ) : (
          <OpenAtDesk thing={thing} />
        )
      }
    >
      {batch && (
        <>
          <Quantity value={String(batch.picked)} unit={`of ${batch.tasks.length} tasks picked`} />
          <p className="text-xl">
            {[methodWords[batch.method], batch.assignedToName ?? 'Nobody yet'].join(', ')}
          </p>
        </>
      )}
      <Rows
        label="Orders"
        rows={(batch?.totes ?? []).map(({ fulfillmentId, fulfillment, tote }) => ({
          id: fulfillmentId,
          name: fulfillment,
          value: tote ?? 'No tote',
          href: paths.floorLookUp({ kind: 'fulfillment', id: fulfillmentId, label: fulfillment }),
        }))}
        none="No orders"
      />
    </FoundFrame>
  )
}
