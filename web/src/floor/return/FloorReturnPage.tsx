import { returns } from '@stowage/contract/orders/returns'
import { shipping } from '@stowage/contract/orders/shipping'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { load, send } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { go } from '../../app/navigation.ts'
import { searchOf } from '../../app/search.ts'
import type { Take } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useSite } from '../../workspace/site.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { returnStates } from '../../orders/returns/words.ts'
import { Choices } from '../frame/Choices.tsx'
import { useSearchOf } from '../frame/navigation.tsx'
import { ReadFrame } from '../frame/ReadFrame.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'

// The start page does without them.
const ReceiveReturn = lazyPart(() => import('./ReceiveReturn.tsx'), 'ReceiveReturn')
const InspectWork = lazyPart(() => import('./InspectWork.tsx'), 'InspectWork')
const ReturnDone = lazyPart(() => import('./ReturnDone.tsx'), 'ReturnDone')

const search = searchOf(z.object({ return: z.uuid().optional() }))

/** States of returns handled on the floor: those arriving and those to inspect. */
const open = 'authorized,received'

/** Takes returns in: first one is scanned, then its items, then each is inspected. */
export default function FloorReturnPage() {
  const { return: id } = useSearchOf(search)
  return id === undefined ? <Start /> : <Work key={id} id={id} />
}

function Start() {
  const slug = useSlug()
  const paths = usePaths()
  const { id: warehouse } = useSite()
  const outbox = useOutbox()
  const some = { state: open, limit: '50', count: 'none' } as const
  const { data, ...read } = useQuery(
    load(returns.list, { params: { slug }, query: { ...some, warehouse } }),
  )
  const hrefOf = (id: string) => paths.floorReturn({ return: id })
  /** The order that a label is of: its own, or that of its shipment. */
  const orderOf = async ({ kind, id, label }: Parameters<Take>[0]['found']) => {
    if (kind === 'order') return id ?? undefined
    if (kind !== 'shipment') return undefined
    const query = { q: label, limit: '1', count: 'none' } as const
    return (await send(shipping.list, { params: { slug }, query })).items[0]?.orderId
  }
  const take: Take = async ({ found }) => {
    if (found.kind === 'return' && found.id !== null) {
      go(hrefOf(found.id))
      return { tone: 'ok', text: found.label }
    }
    const order = await orderOf(found)
    if (order === undefined) return undefined
    const { items } = await send(returns.list, { params: { slug }, query: { ...some, order } })
    const [first, ...others] = items
    if (!first)
      return { tone: 'warn', text: `No return is announced for ${found.label}. Create one first.` }
    if (others.length > 0)
      return { tone: 'warn', text: `${found.label} has several returns. Select one.` }
    go(hrefOf(first.id))
    return { tone: 'ok', text: first.number }
  }
  useScan(take, { screen: 'return' })
  return (
    <Choices
      title="Return"
      scan="a return label, an order or a tracking number"
      codeLabel="Number of the return, order or shipment"
      choices={data?.items.map(({ id, number, customer, state }) => ({
        id,
        name: number,
        text: [customer, returnStates[state].word].filter(Boolean).join(', '),
        href: hrefOf(id),
      }))}
      none="No returns to receive or inspect."
      read={read}
      outbox={outbox}
    />
  )
}

function Work({ id: returnId }: { id: string }) {
  const slug = useSlug()
  const paths = usePaths()
  const outbox = useOutbox()
  const { data, ...read } = useQuery(load(returns.details, { params: { slug, returnId } }))
  const back = { href: paths.floorReturn(), name: 'Returns' }
  if (!data) return <ReadFrame title="Return" back={back} read={read} of="return" outbox={outbox} />
  const props = { slug, shown: data.return, back, outbox }
  const { state, version } = data.return
  if (state === 'authorized') return <ReceiveReturn {...props} />
  if (state === 'received') return <InspectWork key={version} {...props} />
  return <ReturnDone {...props} />
}
