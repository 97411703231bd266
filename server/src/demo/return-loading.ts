import { returns } from '@stowage/contract/orders/returns'
import type { Context } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import type { WorkspaceMember } from '../http/actor.ts'
import { disposeReturn, inspectReturn } from '../orders/return-dispositions/commands.ts'
import { receiveReturn } from '../orders/return-receipts/commands.ts'
import { closeReturn, createReturn } from '../orders/returns/commands.ts'
import { takeNumbers } from '../workspace/numbers/commands.ts'
import type { DemoCompany } from './company.ts'
import { returnsOf, type DemoReturn } from './returns.ts'

type Loader = Pick<Context, 'db'> & {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  actor: () => WorkspaceMember
  today: Date
}

const dayMs = 86_400_000

/** Adds a few returns of customers, each as far as another, by their own commands. */
export async function loadReturns(
  company: DemoCompany,
  { write, actor, today, ...loader }: Loader,
  { warehouseId, customerIds }: { warehouseId: string; customerIds: readonly string[] },
): Promise<void> {
  const examples = returnsOf(company)
  const numbers = await takeNumbers(loader, actor().platform.id, 'RMA', examples.length)
  const expectedBy = new Date(today.getTime() + 14 * dayMs).toISOString().slice(0, 10)
  for (const [i, example] of examples.entries()) {
    const { sku, qty, reasonCode, until } = example
    const body = returns.create.body.parse({
      warehouseId,
      customerId: customerIds[i],
      expectedBy,
      authorize: until !== 'requested',
      lines: [{ sku, qty: String(qty), reasonCode }],
    })
    await write(async (tx) => {
      const made = await createReturn(tx, actor(), numbers[i] ?? '', body)
      await advance(tx, actor(), made.id, made.lines[0]?.id ?? '', example, warehouseId)
    })
  }
}

async function advance(
  tx: Tx,
  by: WorkspaceMember,
  id: string,
  lineId: string,
  { until, qty, condition }: DemoReturn,
  warehouseId: string,
): Promise<void> {
  if (until === 'requested' || until === 'authorized') return
  const all = String(qty)
  await receiveReturn(tx, by, id, {
    version: 1,
    warehouseId,
    lines: [{ lineId, qty: all, condition }],
  })
  if (until === 'received') return
  await inspectReturn(tx, by, id, { version: 2, lines: [] })
  const disposition = until === 'closed' ? 'scrap' : 'refurbish'
  const dispositions = [{ disposition, qty: '1' } as const]
  await disposeReturn(tx, by, id, { version: 3, lines: [{ lineId, dispositions }] })
  if (until === 'closed') await closeReturn(tx, by, id, { version: 4 })
}
