import { api } from '@stowage/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import {
  adjustAt,
  as,
  newItem,
  receiveInto,
  violations,
  type Site,
} from '../../../test/fixtures.ts'
import type { Owner } from '../../../test/owner.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving, adjustments, stock } = api.warehouse

/* The stock against a model that is nothing but a table of buckets. */

let app: TestApp
let site: Site
let owner: Owner
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  site = await newWarehouse(app)
})

const bins = ['A-01', 'A-02'] as const
const statuses = ['available', 'hold'] as const
type Bin = (typeof bins)[number]
type Status = (typeof statuses)[number]
type BinStatus = { item: number; bin: Bin; status: Status }

type Command =
  | ({ do: 'receive' | 'take' | 'find'; qty: number } & BinStatus)
  | ({ do: 'set'; qty: number; isStale: boolean } & BinStatus)
  | ({ do: 'move'; qty: number; to: Bin; toStatus: Status } & BinStatus)
  | { do: 'undo'; which: number }

const place = {
  item: fc.nat(1),
  bin: fc.constantFrom(...bins),
  status: fc.constantFrom(...statuses),
}
const qty = fc.integer({ min: 1, max: 9 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('receive' as const), qty, ...place }) },
  fc.record({ do: fc.constantFrom('take' as const, 'find' as const), qty, ...place }),
  fc.record({ do: fc.constant('set' as const), qty: fc.nat(9), isStale: fc.boolean(), ...place }),
  {
    weight: 3,
    arbitrary: fc
      .record({
        do: fc.constant('move' as const),
        qty,
        ...place,
        to: fc.constantFrom(...bins),
        toStatus: fc.constantFrom(...statuses),
      })
      .filter(({ bin, status, to, toStatus }) => bin !== to || status !== toStatus),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat(5) }) },
)

type Change = readonly { key: string; delta: number }[]
const keyOf = ({ item, bin, status }: BinStatus) => `${item} ${bin} ${status}`

/** Buckets by item, bin and status; a change is made whole or not at all. */
class Model {
  readonly buckets = new Map<string, number>()
  at = (key: string) => this.buckets.get(key) ?? 0
  canBear = (change: Change) => change.every(({ key, delta }) => this.at(key) + delta >= 0)
  apply(change: Change) {
    for (const { key, delta } of change) this.buckets.set(key, this.at(key) + delta)
  }
  sum = (item: number, status?: Status) =>
    [...this.buckets]
      .filter(([key]) => key.startsWith(`${item} `) && (!status || key.endsWith(` ${status}`)))
      .reduce((total, [, on]) => total + on, 0)
}

const changeOf = (step: Step, model: Model): Change => {
  const key = keyOf(step)
  if (step.do === 'take') return [{ key, delta: -step.qty }]
  if (step.do === 'set') return [{ key, delta: step.qty - model.at(key) }]
  if (step.do !== 'move') return [{ key, delta: step.qty }]
  const to = keyOf({ item: step.item, bin: step.to, status: step.toStatus })
  return [
    { key, delta: -step.qty },
    { key: to, delta: step.qty },
  ]
}

/** Completed step that can be reversed: its effect, and the call that reverses it. */
type Done = { change: Change; undo: () => Promise<{ status: number }>; undone: number }
type Outcome = { status: number; done?: Done['undo'] }

const opposite = (change: Change) => change.map(({ key, delta }) => ({ key, delta: -delta }))
function call(step: Step, skus: string[], model: Model) {
  const line = { sku: skus[step.item], location: step.bin, status: step.status }
  if (step.do === 'receive') return receive({ ...line, qty: String(step.qty) })
  if (step.do === 'move') return move(step, skus)
  if (step.do === 'set') {
    const on = model.at(keyOf(step))
    const expected = String(step.isStale ? on + 1 : on)
    return adjust({ ...line, mode: 'set', qty: String(step.qty), expected }, 'count_variance')
  }
  const delta = step.do === 'take' ? -step.qty : step.qty
  return adjust({ ...line, qty: String(delta) }, 'data_entry_error')
}

async function receive(line: Record<string, unknown>): Promise<Outcome> {
  const { status, body } = await receiveInto(app, site, line)
  const params = { ...site.params, receiptId: body.receipt?.id ?? '' }
  return {
    status,
    done: () => app.call(receiving.reverse, { ...as(site), params, body: { version: 1 } }),
  }
}

async function adjust(line: Record<string, unknown>, reasonCode: string): Promise<Outcome> {
  const { status, body } = await adjustAt(app, site, line, { reasonCode })
  const params = { ...site.params, adjustmentId: body.adjustment?.id ?? '' }
  return {
    status,
    done: () => app.call(adjustments.reverse, { ...as(site), params, body: { version: 1 } }),
  }
}

async function move(step: Extract<Command, { do: 'move' }>, skus: string[]): Promise<Outcome> {
  const idOf = (bin: Bin) => (bin === 'A-01' ? site.a01.id : site.a02.id)
  const line = {
    sku: skus[step.item],
    qty: String(step.qty),
    status: step.status,
    fromLocationId: idOf(step.bin),
    toLocationId: idOf(step.to),
    toStatus: step.toStatus,
  }
  const { status, body } = await app.call(stock.move, { ...as(site), body: { lines: [line] } })
  const params = { ...site.params, move: body.id }
  return { status, done: () => app.call(stock.reverse, { ...as(site), params, body: {} }) }
}

async function expectEqual(model: Model, ids: readonly string[]) {
  const buckets = await owner.rowsOf<{ key: string; on: string }>(
    `select b.variant_id || ' ' || o.code || ' ' || b.status as key, b.on_hand as "on"
     from tenant.stock_buckets b join tenant.locations o using (platform_id, location_id)
     where b.variant_id = any ($1) and b.on_hand > 0`,
    [ids],
  )
  const expected = [...model.buckets]
    .filter(([, on]) => on > 0)
    .map(([key, on]) => `${key.replace(/^\d/, (item) => ids[Number(item)] ?? '')} ${on}`)
  expect(buckets.map(({ key, on }) => `${key} ${on}`).toSorted()).toEqual(expected.toSorted())
  const levels = await owner.rowsOf<{ id: string; onHand: string; unavailable: string }>(
    `select variant_id as id, on_hand as "onHand", unavailable from tenant.stock_levels
     where variant_id = any ($1)`,
    [ids],
  )
  for (const { id, onHand, unavailable } of levels) {
    const item = ids.indexOf(id)
    expect([onHand, unavailable]).toEqual([`${model.sum(item)}`, `${model.sum(item, 'hold')}`])
  }
}

type Step = Exclude<Command, { do: 'undo' }>

/** Runs a step and checks its reply against the model, which then takes the step. */
async function take(step: Step, skus: string[], model: Model, done: Done[]) {
  const change = changeOf(step, model)
  const { status, done: undo } = await call(step, skus, model)
  const isStale = step.do === 'set' && step.isStale
  const isNothing = change.every(({ delta }) => delta === 0)
  const allowed = isNothing ? 400 : model.canBear(change) ? 201 : 409
  expect([step, status]).toEqual([step, isStale ? 409 : allowed])
  if (status !== 201 || !undo) return
  model.apply(change)
  // A move is undone by another move, which is made; a document is changed.
  done.push({ change, undo, undone: step.do === 'move' ? 201 : 200 })
}

async function undo(which: number, model: Model, done: Done[]) {
  const [last] = done.splice(-1 - (which % Math.max(1, done.length)), 1)
  if (!last) return
  const change = opposite(last.change)
  const { status } = await last.undo()
  expect(status).toBe(model.canBear(change) ? last.undone : 409)
  if (status < 300) model.apply(change)
}

test('P1 whatever is done in whatever order, the stock is what a table of buckets says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (steps) => {
      const items = [await newItem(app, site), await newItem(app, site)]
      const [ids, skus] = [items.map(({ id }) => id), items.map(({ sku }) => sku)]
      const model = new Model()
      const done: Done[] = []
      for (const step of steps) {
        if (step.do === 'undo') await undo(step.which, model, done)
        else await take(step, skus, model, done)
        await expectEqual(model, ids)
      }
    }),
    { numRuns: 20 },
  )
  expect(await violations(app, site)).toEqual([])
})
