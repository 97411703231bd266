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
import { orderNow, placeOrder } from '../../../test/order-calls.ts'
import type { Owner } from '../../../test/owner.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { orders } = api.orders

/* Orders against a model that is nothing but a list of lines and what is on hand. */

let app: TestApp
let site: Site
let owner: Owner
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  site = await newWarehouse(app)
})

const modes = ['strict', 'backorder', 'cancel_rest'] as const
type Mode = (typeof modes)[number]
type Wish = { item: number; qty: number }
type Part = { which: number; line: number; qty: number }
type Step =
  | ({ do: 'receive' } & Wish)
  | ({ do: 'take' } & Wish)
  | { do: 'order'; mode: Mode; priority: number; wishes: Wish[] }
  | ({ do: 'cancelLine' } & Part)
  | ({ do: 'resize' } & Part)
  | { do: 'cancel'; which: number }

const wish = { item: fc.nat(1), qty: fc.integer({ min: 1, max: 9 }) }
const oneLine = { which: fc.nat(5), line: fc.nat(1), qty: wish.qty }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('receive' as const, 'take' as const), ...wish }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      mode: fc.constantFrom(...modes),
      priority: fc.nat(9),
      wishes: fc.array(fc.record(wish), { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('cancelLine' as const, 'resize' as const),
      ...oneLine,
    }),
  },
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(5) }),
)

type Line = Wish & { cancelled: number; promised: number; waiting: number; claim: number }
type Order = { mode: Mode; priority: number; isCancelled: boolean; lines: Line[] }

/** The second item may wait without end, the first may not wait. */
const mayWait = (item: number) => item === 1

class Model {
  readonly onHand = [0, 0]
  orders: Order[] = []
  /** Claims in the order in which they were made. */
  claims = 0

  sum = (item: number, name: 'promised' | 'waiting') =>
    this.orders
      .flatMap(({ lines }) => lines)
      .reduce((all, line) => all + (line.item === item ? line[name] : 0), 0)
  free = (item: number) => (this.onHand[item] ?? 0) - this.sum(item, 'promised')

  /** Gives what is free to who waits: the highest priority first, then who asked first. */
  serve(item: number) {
    const waiting = this.orders
      .flatMap(({ priority, lines }) => lines.map((line) => ({ priority, line })))
      .filter(({ line }) => line.item === item && line.waiting > 0)
      .toSorted((a, b) => b.priority - a.priority || a.line.claim - b.line.claim)
    for (const { line } of waiting) {
      const given = Math.min(line.waiting, Math.max(0, this.free(item)))
      line.promised += given
      line.waiting -= given
    }
  }

  /** Asks for more of a line, or returns false and changes nothing. */
  ask(line: Line, qty: number, mode: Mode): boolean {
    const given = Math.min(qty, Math.max(0, this.free(line.item)))
    const rest = qty - given
    if (rest > 0 && (mode === 'strict' || (mode === 'backorder' && !mayWait(line.item))))
      return false
    line.qty += qty
    line.promised += given
    if (mode === 'backorder') line.waiting += rest
    else line.cancelled += rest
    if (line.claim === 0 && line.promised + line.waiting > 0) line.claim = ++this.claims
    return true
  }

  giveBack(line: Line, qty: number) {
    const waited = Math.min(line.waiting, qty)
    line.waiting -= waited
    line.promised -= qty - waited
    this.serve(line.item)
  }
}

const empty = (item: number): Line => ({
  item,
  qty: 0,
  cancelled: 0,
  promised: 0,
  waiting: 0,
  claim: 0,
})

/** Checks whether nothing is left of an order, which has then ended. */
const isEmpty = ({ lines }: Order) => lines.every(({ qty, cancelled }) => qty === cancelled)

/** The status that the model expects of a step, once it has done it. */
function expectOf(model: Model, one: Step): number {
  if (one.do === 'receive') {
    model.onHand[one.item] = (model.onHand[one.item] ?? 0) + one.qty
    model.serve(one.item)
    return 201
  }
  if (one.do === 'take') {
    if (one.qty > model.free(one.item)) return 409
    model.onHand[one.item] = (model.onHand[one.item] ?? 0) - one.qty
    return 201
  }
  if (one.do === 'order') {
    const { mode, priority, wishes } = one
    const order: Order = { mode, priority, isCancelled: false, lines: [] }
    const claims = model.claims
    model.orders.push(order)
    for (const { item, qty } of wishes) {
      const line = empty(item)
      order.lines.push(line)
      if (model.ask(line, qty, mode)) continue
      model.orders.pop()
      model.claims = claims
      return 409
    }
    order.isCancelled = isEmpty(order)
    return 201
  }
  const order = orderOf(model, one.which)
  if (!order) return 0
  if (order.isCancelled) return 409
  if (one.do === 'cancel') {
    order.isCancelled = true
    for (const line of order.lines) {
      line.cancelled = line.qty
      line.promised = 0
      line.waiting = 0
    }
    for (const item of [0, 1]) model.serve(item)
    return 200
  }
  const line = lineOf(order, one.line)
  const open = line.qty - line.cancelled
  if (one.do === 'cancelLine') {
    if (one.qty > open) return 400
    line.cancelled += one.qty
    model.giveBack(line, one.qty)
    order.isCancelled = isEmpty(order)
    return 200
  }
  if (one.qty < line.cancelled) return 400
  const more = one.qty - line.qty
  if (more > 0) return model.ask(line, more, order.mode) ? 200 : 409
  line.qty = one.qty
  model.giveBack(line, -more)
  return 200
}

const orderOf = ({ orders: all }: Model, which: number) =>
  all[all.length - 1 - (which % Math.max(1, all.length))]
const lineOf = ({ lines }: Order, line: number) => lines[line % lines.length] ?? empty(0)

/** Does a step; `ids` are those of the orders of the model, in their order. */
async function doIt(model: Model, one: Step, skus: readonly string[], ids: string[]) {
  const line = (item: number, qty: number) => ({ sku: skus[item], qty: String(qty) })
  if (one.do === 'receive') return receiveInto(app, site, line(one.item, one.qty))
  if (one.do === 'take')
    return adjustAt(app, site, line(one.item, -one.qty), { reasonCode: 'missing' })
  if (one.do === 'order') {
    const { mode, priority } = one
    const lines = one.wishes.map(({ item, qty }) => line(item, qty))
    const made = await placeOrder(app, site, lines, { priority, confirm: { mode } })
    if (made.status === 201) ids.push(made.body.order.id)
    return made
  }
  const order = orderOf(model, one.which)
  if (!order) return { status: 0 }
  const {
    id: orderId,
    version,
    lines,
  } = await orderNow(app, site, ids[model.orders.indexOf(order)] ?? '')
  if (one.do === 'cancel') {
    const params = { ...site.params, orderId }
    return app.call(orders.cancel, { ...as(site), params, body: { version, reason: 'Model' } })
  }
  const lineId = lines[one.line % lines.length]?.id ?? ''
  const at = { ...as(site), params: { ...site.params, orderId, lineId } }
  const body = { version, qty: String(one.qty) }
  return one.do === 'resize'
    ? app.call(orders.updateLine, { ...at, body })
    : app.call(orders.cancelLine, { ...at, body })
}

async function expectEqual(model: Model, variantIds: readonly string[], ids: readonly string[]) {
  const levels = await owner.rowsOf<{ id: string; numbers: string }>(
    `select variant_id as id, concat_ws(' ', on_hand, reserved, backordered) as numbers
     from tenant.stock_levels where variant_id = any ($1)`,
    [variantIds],
  )
  for (const { id, numbers } of levels) {
    const item = variantIds.indexOf(id)
    const sums = [model.onHand[item], model.sum(item, 'promised'), model.sum(item, 'waiting')]
    expect(numbers).toBe(sums.join(' '))
  }
  const lines = await owner.rowsOf<{ id: string; numbers: string }>(
    `select l.order_id as id, string_agg(concat_ws(' ', l.qty, l.qty_cancelled,
       coalesce(r.promised, 0), coalesce(r.backordered, 0)), ', ' order by l.line_no) as numbers
     from tenant.order_lines l
     left join tenant.reservations r on r.platform_id = l.platform_id
       and r.source_type = 'order_line' and r.source_id = l.order_line_id
     where l.order_id = any ($1) group by 1`,
    [ids],
  )
  const expected = model.orders.map((order, i) => [
    ids[i] ?? '',
    order.lines
      .map(({ qty, cancelled, promised, waiting }) => [qty, cancelled, promised, waiting].join(' '))
      .join(', '),
  ])
  expect(Object.fromEntries(lines.map(({ id, numbers }) => [id, numbers]))).toEqual(
    Object.fromEntries(expected),
  )
}

test('P1 whatever is ordered, changed and cancelled in whatever order, the promises are what a list of lines says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const items = [
        await newItem(app, site, { backorder: { policy: 'deny' } }),
        await newItem(app, site, { backorder: { policy: 'allow' } }),
      ]
      const [variantIds, skus] = [items.map(({ id }) => id), items.map(({ sku }) => sku)]
      const model = new Model()
      const ids: string[] = []
      for (const one of steps) {
        const answer = await doIt(model, one, skus, ids)
        expect([one, answer.status]).toEqual([one, expectOf(model, one)])
        await expectEqual(model, variantIds, ids)
      }
    }),
    { numRuns: 12 },
  )
  expect(await violations(app, site)).toEqual([])
})
