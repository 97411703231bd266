import { returns } from '@stowage/contract/orders/returns'
import type { Tx } from '../database/connect.ts'
import { Failure } from '../errors.ts'
import { disposeReturn, inspectReturn } from '../orders/returns/dispose.ts'
import { receiveReturn } from '../orders/returns/receive.ts'
import { closeReturn, createReturn, endReturn, requestRefund } from '../orders/returns/commands.ts'
import { returns as kind } from '../orders/returns/queries.ts'
import { takeNumbers } from '../workspace/documents/numbers.ts'
import { binsOf, type DemoCompany } from './company.ts'
import { minutesBefore, type Loader, type Site } from './loader.ts'
import type { Entered } from './order-loading.ts'
import type { DemoReturn } from './progress.ts'

const dayMs = 86_400_000

type Returned = Entered & { returned: DemoReturn }

/** Adds returns of delivered orders, each as far as another, by their own commands. */
export async function loadReturns(
  company: DemoCompany,
  loader: Loader,
  sites: ReadonlyMap<string, Site>,
  shipped: readonly Entered[],
): Promise<void> {
  const { write, actor } = loader
  const returned = shipped.filter((order): order is Returned => order.returned !== undefined)
  const numbers = await takeNumbers(loader, actor().platform.id, kind.prefix, returned.length)
  const [first] = company.warehouses
  const site = first && sites.get(first.code)
  if (!site) return
  const [bin = ''] = binsOf(first)
  const place = { warehouseId: site.id, bin: site.places.get(bin) }
  await loader.report('Receiving returns', 99)
  for (const [i, order] of returned.entries())
    await write((tx) => add(tx, loader, place, numbers[i] ?? '', order)).catch((error: unknown) => {
      // What was sold out or not found was not shipped, so it cannot come back.
      if (!(error instanceof Failure && error.code === 'over_return')) throw error
    })
}

async function add(
  tx: Tx,
  { actor, today }: Loader,
  { warehouseId, bin }: { warehouseId: string; bin: string | undefined },
  number: string,
  { id: orderId, lineIds, returned }: Returned,
): Promise<void> {
  const { sku, until, reasonCode, condition, disposition, receivedAgo } = returned
  const by = (minutes: number) => actor(minutesBefore(today, minutes))
  const announced = by(receivedAgo + 1_440)
  const made = await createReturn(
    tx,
    announced,
    number,
    returns.create.body.parse({
      orderId,
      warehouseId,
      expectedBy: new Date(today.getTime() + 14 * dayMs).toISOString().slice(0, 10),
      authorize: until !== 'requested' && until !== 'rejected',
      lines: [{ orderLineId: lineIds.get(sku), qty: '1', reasonCode }],
    }),
  )
  const { id } = made
  if (until === 'rejected' || until === 'cancelled') {
    const reason = until === 'rejected' ? 'Sent back after 30 days' : 'Customer keeps it'
    await endReturn(tx, announced, id, { version: 1, reason }, until)
  }
  if (until !== 'received' && until !== 'inspected' && until !== 'closed') return
  const lineId = made.lines[0]?.id ?? ''
  await receiveReturn(tx, by(receivedAgo), id, {
    version: 1,
    warehouseId,
    lines: [{ lineId, qty: '1', condition }],
  })
  if (until === 'received') return
  await inspectReturn(tx, actor(), id, { version: 2, lines: [] })
  if (until === 'inspected') return
  const dispositions = [
    { disposition, qty: '1', ...(disposition === 'restock' && { locationId: bin }) },
  ]
  await disposeReturn(tx, actor(), id, { version: 3, lines: [{ lineId, dispositions }] })
  await requestRefund(tx, actor(), id, { version: 4 })
  await closeReturn(tx, actor(), id, { version: 5 })
}
