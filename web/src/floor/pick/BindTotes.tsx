import { batches, type Batch } from '@stowage/contract/orders/batches'
import { useState, type ReactNode } from 'react'
import { queryClient, send } from '../../app/api.ts'
import { ApiError } from '../../app/transport.ts'
import { nameOf } from '../../workspace/scan/opening.ts'
import type { Answer, Scan } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useCan } from '../../workspace/rights.ts'
import { CodeDialog } from '../frame/CodeDialog.tsx'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { refresh } from '../outbox/delivery.ts'
import type { useOutbox } from '../outbox/use-outbox.ts'

type Props = {
  slug: string
  batch: Batch
  /** The orders that have no tote yet, by slot. */
  unbound: Batch['totes']
  title: string
  head: ReactNode
  outbox: ReturnType<typeof useOutbox>
}

/** Before a cluster is picked: one tote after the other is scanned, one for each order. */
export function BindTotes({ slug, batch, unbound, title, head, outbox }: Props) {
  const { why } = useCan()
  const [isTyping, setTyping] = useState(false)
  const [next] = unbound
  const whyNot =
    why(batches.bindTotes) ?? (outbox.isOnline ? undefined : 'Binding totes needs a connection.')

  const bind = async (tote: string): Promise<Answer> => {
    if (whyNot !== undefined) return { tone: 'bad', text: whyNot }
    if (!next) return { tone: 'warn', text: 'All orders have a tote.' }
    try {
      const call = { params: { slug, batchId: batch.id } }
      const body = { totes: [{ fulfillmentId: next.fulfillmentId, tote }] }
      const reply = await send(batches.bindTotes, { ...call, body })
      queryClient.setQueryData([batches.details.path, call], { batch: reply.batch })
      refresh()
      return { tone: 'ok', text: `${tote} for ${next.fulfillment}` }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { tone: 'bad', text: error.message || 'Couldn’t bind the tote. Scan it again.' }
    }
  }
  // What is something else in this workspace is no tote.
  const take = ({ code, found }: Scan): Promise<Answer> | Answer =>
    found.kind === 'unknown' || found.kind === 'container'
      ? bind(code)
      : { tone: 'bad', text: `Scan an empty tote. This is ${nameOf(found)}.` }
  useScan(take, { screen: 'totes', takesUnknown: true })

  return (
    <FloorFrame
      title={title}
      head={head}
      thumb={
        <FloorButton tall look="primary" why={whyNot} onClick={() => setTyping(true)}>
          Type the tote code
        </FloorButton>
      }
    >
      <Command verb="Scan a tote for">{`Slot ${next?.slot ?? ''}`}</Command>
      <p className="text-xl">{next?.fulfillment}</p>
      <ul role="list" aria-label="Slots" className="grid gap-1 text-base">
        {batch.totes.map(({ slot, fulfillment, tote }) => (
          <li key={slot} className="flex justify-between gap-3 border-b border-line py-2">
            <span className="min-w-0 truncate">{`${slot}. ${fulfillment}`}</span>
            <span className={tote === null ? 'text-muted' : 'font-semibold'}>
              {tote ?? 'No tote'}
            </span>
          </li>
        ))}
      </ul>
      {isTyping && <CodeDialog label="Code of the tote" onClose={() => setTyping(false)} />}
    </FloorFrame>
  )
}
