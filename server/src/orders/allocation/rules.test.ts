import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { promiseModes, splitPolicies } from '@stowage/contract/orders/channels'
import { orderSources, planAllocation, type Demand, type FreeStock } from './rules.ts'

const main = { warehouseId: 'main', country: 'DE', region: 'BE' }
const east = { warehouseId: 'east', country: 'PL', region: '' }
const north = { warehouseId: 'north', country: 'DE', region: 'HH' }

const ask = (lineNo: number, variantId: string, qty: bigint): Demand => ({ lineNo, variantId, qty })
const free = (warehouseId: string, variantId: string, qty: bigint): FreeStock => ({
  warehouseId,
  variantId,
  free: qty,
})
const told = ({ shares }: ReturnType<typeof planAllocation>) =>
  shares.map(({ demand, warehouseId, qty }) => `${demand.lineNo} ${warehouseId} ${qty}`)

describe('the plan of an order', () => {
  test('takes all from one warehouse where one has all', () => {
    const stock = [free('main', 'mug', 5n), free('east', 'mug', 9n), free('east', 'cap', 2n)]
    const demands = [ask(1, 'mug', 4n), ask(2, 'cap', 2n)]
    const plan = planAllocation(demands, stock, [main, east], 'fewest_shipments', 'strict')
    expect(told(plan)).toEqual(['1 east 4', '2 east 2'])
  })

  test('else takes each line from one warehouse, rather one that ships already', () => {
    const stock = [free('main', 'mug', 5n), free('east', 'cap', 2n), free('east', 'mug', 4n)]
    const demands = [ask(1, 'cap', 2n), ask(2, 'mug', 4n), ask(3, 'mug', 4n)]
    const plan = planAllocation(demands, stock, [main, east], 'fewest_shipments', 'strict')
    expect(told(plan)).toEqual(['1 east 2', '2 east 4', '3 main 4'])
  })

  test('splits a line, most units first, when no warehouse has all of it', () => {
    const stock = [free('main', 'mug', 3n), free('east', 'mug', 5n)]
    const plan = planAllocation(
      [ask(1, 'mug', 8n)],
      stock,
      [main, east],
      'fewest_shipments',
      'strict',
    )
    expect(told(plan)).toEqual(['1 east 5', '1 main 3'])
  })

  test('keeps the order of the channel with priority', () => {
    const stock = [free('main', 'mug', 3n), free('east', 'mug', 5n)]
    const plan = planAllocation([ask(1, 'mug', 4n)], stock, [main, east], 'priority', 'strict')
    expect(told(plan)).toEqual(['1 main 3', '1 east 1'])
  })

  test('never counts the same unit twice', () => {
    const plan = planAllocation(
      [ask(1, 'mug', 6n), ask(2, 'mug', 6n)],
      [free('main', 'mug', 10n)],
      [main],
      'priority',
      'strict',
    )
    expect(plan.short).toEqual(new Map([[2, 2n]]))
  })

  test('lets the rest wait where the item is kept', () => {
    const stock = [free('east', 'mug', 4n)]
    const plan = planAllocation([ask(1, 'mug', 6n)], stock, [main, east], 'priority', 'backorder')
    expect(told(plan)).toEqual(['1 east 6'])
  })

  test('cuts a kit down to whole kits when the rest is cancelled', () => {
    const kit: Demand[] = [
      { lineNo: 1, component: { id: 'a', perKit: 2n }, variantId: 'a', qty: 8n },
      { lineNo: 1, component: { id: 'b', perKit: 1n }, variantId: 'b', qty: 4n },
    ]
    const stock = [free('main', 'a', 5n), free('main', 'b', 9n)]
    const plan = planAllocation(kit, stock, [main], 'priority', 'cancel_rest')
    expect(told(plan)).toEqual(['1 main 4', '1 main 2'])
    expect(plan.short).toEqual(new Map([[1, 2n]]))
  })
})

test('the nearest warehouses are those of the region, then of the country', () => {
  const sources = orderSources([east, north, main], 'nearest', { country: 'DE', region: 'BE' })
  expect(sources.map(({ warehouseId }) => warehouseId)).toEqual(['main', 'north', 'east'])
})

const variants = ['mug', 'cap', 'tray']
const warehouses = ['main', 'east', 'north']
const quantity = fc.bigInt({ min: 0n, max: 9n })

test('P7 a plan gives out nothing that is not there, and all there is when it is short', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ variantId: fc.constantFrom(...variants), qty: fc.bigInt(1n, 9n) }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.tuple(...warehouses.map(() => fc.tuple(...variants.map(() => quantity)))),
      fc.constantFrom(...splitPolicies),
      fc.constantFrom(...promiseModes),
      (lines, amounts, policy, mode) => {
        const demands = lines.map((line, i) => ask(i + 1, line.variantId, line.qty))
        const stock = warehouses.flatMap((warehouseId, w) =>
          variants.map((variantId, v) => free(warehouseId, variantId, amounts[w]?.[v] ?? 0n)),
        )
        const { shares, short } = planAllocation(demands, stock, [main, east, north], policy, mode)
        for (const demand of demands) {
          const asked = sum(shares.filter((share) => share.demand.lineNo === demand.lineNo))
          const rest = short.get(demand.lineNo) ?? 0n
          expect(asked + (mode === 'backorder' ? 0n : rest)).toBe(demand.qty)
        }
        for (const variantId of variants) {
          const asked = sum(shares.filter((share) => share.demand.variantId === variantId))
          const rest = demands.reduce(
            (all, { lineNo, ...one }) =>
              one.variantId === variantId ? all + (short.get(lineNo) ?? 0n) : all,
            0n,
          )
          const there = stock.reduce(
            (all, one) => (one.variantId === variantId ? all + one.free : all),
            0n,
          )
          expect(asked - (mode === 'backorder' ? rest : 0n)).toBeLessThanOrEqual(there)
          if (rest > 0n) expect(asked - (mode === 'backorder' ? rest : 0n)).toBe(there)
        }
      },
    ),
  )
})

const sum = (shares: readonly { qty: bigint }[]) => shares.reduce((all, { qty }) => all + qty, 0n)
