import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { formatQuantity } from '../../app/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Heading } from '../../parts/Page.tsx'
import { receiptStates } from '../../warehouse/receiving/words.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { Rows, type Row } from '../frame/Rows.tsx'
import type { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

/** The lines of a receipt as the server has them. */
export const receiptRows = (
  { lines }: Receipt,
  hrefOf?: (line: Receipt['lines'][number]) => string,
): Row[] =>
  lines.map((line) => ({
    id: String(line.lineNo),
    name: line.name || line.sku,
    detail: [line.sku, line.location, line.lot].filter(Boolean).join(', '),
    value: `${formatQuantity(line.qty)} ${line.unit}`,
    href: hrefOf?.(line),
  }))

type Props = {
  receipt: Receipt
  back: { href: string; name: string }
  outbox: ReturnType<typeof useOutbox>
}

/** A receipt that is no longer open. */
export function ReceiptDone({ receipt, back, outbox }: Props) {
  const paths = usePaths()
  const { id, number, state } = receipt
  return (
    <FloorFrame
      title={`Receipt ${number}`}
      head={<WorkHead back={back} name={number} outbox={outbox} />}
      thumb={
        <>
          <LinkButton look="primary" href={back.href}>
            Next receipt
          </LinkButton>
          <LinkButton href={paths.receipt(id)}>Open receipt</LinkButton>
        </>
      }
    >
      <div className="grid gap-2 py-4 text-center">
        <Heading className="text-3xl!">{number}</Heading>
        <p role="status" className="text-lg">
          {state === 'completed' ? 'Completed and in stock' : receiptStates[state].word}
        </p>
      </div>
      <Rows label="Received" rows={receiptRows(receipt)} none="No lines" />
    </FloorFrame>
  )
}
