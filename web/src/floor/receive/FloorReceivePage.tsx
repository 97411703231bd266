import { receiving } from '@stowage/contract/warehouse/receiving'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { formatCount } from '../../app/format.ts'
import { go } from '../../app/navigation.ts'
import { searchOf } from '../../app/search.ts'
import { useCan } from '../../workspace/rights.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useWorkplace } from '../../workspace/site.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { WarehouseSwitcher } from '../../workspace/WarehouseSwitcher.tsx'
import { Choices } from '../frame/Choices.tsx'
import { Command } from '../frame/Command.tsx'
import { FloorButton } from '../frame/FloorButton.tsx'
import { FloorFrame } from '../frame/FloorFrame.tsx'
import { useSearchOf } from '../frame/navigation.tsx'
import { ReadFrame } from '../frame/ReadFrame.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'
import { WorkHead } from '../frame/WorkHead.tsx'

// The start page does without them.
const ReceiveItems = lazyPart(() => import('./ReceiveItems.tsx'), 'ReceiveItems')
const ReceiptDone = lazyPart(() => import('./ReceiptDone.tsx'), 'ReceiptDone')

const search = searchOf(z.object({ receipt: z.union([z.uuid(), z.literal('new')]).optional() }))

/** Receives deliveries: an open receipt is chosen or a new one begun, then its items are scanned. */
export default function FloorReceivePage() {
  const { receipt } = useSearchOf(search)
  if (receipt === undefined) return <Start />
  return receipt === 'new' ? <New /> : <Work key={receipt} id={receipt} />
}

function Start() {
  const slug = useSlug()
  const paths = usePaths()
  const { why } = useCan()
  const { id: warehouse } = useWorkplace()
  const outbox = useOutbox()
  const query = { state: 'open', warehouse, limit: '50', count: 'none' } as const
  const { data, ...read } = useQuery(load(receiving.receipts, { params: { slug }, query }))
  const hrefOf = (id: string) => paths.floorReceive({ receipt: id })
  useScan(
    ({ found }) => {
      if (found.kind === 'variant' || found.kind === 'lot')
        return { tone: 'warn', text: `Open or begin a receipt first, then scan ${found.label}.` }
      if (found.kind !== 'receipt' || found.id === null) return undefined
      go(hrefOf(found.id))
      return { tone: 'ok', text: found.label }
    },
    { screen: 'receive' },
  )
  return (
    <Choices
      title="Receive"
      scan="a receipt, or begin a new one"
      codeLabel="Number of the receipt"
      choices={data?.items.map(({ id, number, reference, lineCount }) => ({
        id,
        name: number,
        text: [reference, lineCount === 1 ? '1 line' : `${formatCount(lineCount)} lines`]
          .filter(Boolean)
          .join(', '),
        href: hrefOf(id),
      }))}
      none="No open receipts."
      begin={
        <FloorButton
          tall
          look="primary"
          why={
            why(receiving.create) ?? (outbox.isOnline ? undefined : 'Receiving needs a connection.')
          }
          onClick={() => go(hrefOf('new'))}
        >
          New receipt
        </FloorButton>
      }
      read={read}
      outbox={outbox}
    />
  )
}

function New() {
  const slug = useSlug()
  const paths = usePaths()
  const outbox = useOutbox()
  const { id } = useWorkplace()
  const back = { href: paths.floorReceive(), name: 'Receipts' }
  if (id === undefined)
    return (
      <FloorFrame
        title="Receive"
        head={<WorkHead back={back} name="New receipt" outbox={outbox} />}
      >
        <Command verb="Choose" isLong>
          the warehouse that receives
        </Command>
        <WarehouseSwitcher />
      </FloorFrame>
    )
  return (
    <ReceiveItems
      key={id}
      slug={slug}
      warehouseId={id}
      receipt={undefined}
      back={back}
      outbox={outbox}
    />
  )
}

function Work({ id: receiptId }: { id: string }) {
  const slug = useSlug()
  const paths = usePaths()
  const outbox = useOutbox()
  const { data, ...read } = useQuery(load(receiving.receipt, { params: { slug, receiptId } }))
  const back = { href: paths.floorReceive(), name: 'Receipts' }
  if (!data)
    return <ReadFrame title="Receive" back={back} read={read} of="receipt" outbox={outbox} />
  const { receipt } = data
  if (receipt.state !== 'open') return <ReceiptDone receipt={receipt} back={back} outbox={outbox} />
  return (
    <ReceiveItems
      slug={slug}
      warehouseId={receipt.warehouseId}
      receipt={receipt}
      back={back}
      outbox={outbox}
    />
  )
}
