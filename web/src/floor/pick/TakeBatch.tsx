import { batches, type Batch } from '@stowage/contract/orders/batches'
import type { ReactNode } from 'react'
import { useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { Heading } from '../../parts/Page.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { explain } from '../../workspace/refusals/refusals.ts'
import { useCan } from '../../workspace/rights.ts'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'

type Props = {
  slug: string
  batch: Batch
  title: string
  head: ReactNode
  outbox: ReturnType<typeof useOutbox>
}

/** A batch that is not this member's: it is taken first, or somebody else picks it. */
export function TakeBatch({ slug, batch, title, head, outbox }: Props) {
  const { why } = useCan()
  const claim = useAction(batches.claim)
  const { number, state, assignedTo, assignedToName, totes, tasks } = batch
  const isTaken = state === 'in_progress' || (assignedTo !== null && assignedTo !== outbox.member)
  const left = tasks.filter((task) => task.state === 'ready').length
  return (
    <FloorFrame
      title={title}
      head={head}
      thumb={
        !isTaken && (
          <FloorButton
            tall
            look="primary"
            why={
              why(batches.claim) ??
              (outbox.isOnline ? undefined : 'Taking a batch needs a connection.')
            }
            busy={claim.isPending && 'Taking…'}
            onClick={() => claim.mutate({ params: { slug, batchId: batch.id } })}
          >
            {`Take ${number}`}
          </FloorButton>
        )
      }
    >
      <Heading className="text-3xl!">{number}</Heading>
      <p className="text-xl">
        {`${totes.length === 1 ? '1 order' : `${formatCount(totes.length)} orders`}, ${left === 1 ? '1 task' : `${formatCount(left)} tasks`}`}
      </p>
      {isTaken && (
        <p role="status" className="text-xl">
          {state === 'in_progress'
            ? `${assignedToName ?? 'Somebody'} picks this batch.`
            : `This batch is assigned to ${assignedToName ?? 'somebody else'}.`}
        </p>
      )}
      {claim.error && (
        <ErrorBox error={claim.error} fallback="Couldn’t take the batch">
          {explain(claim.error).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </ErrorBox>
      )}
    </FloorFrame>
  )
}
