import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { promiseModes, splitPolicies } from '@stowage/contract/orders/channels'
import {
  orderSources,
  planAllocation,
  refusedDemands,
  type Demand,
  type FreeStock,
} from './promise-rules.ts'

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

test('P7 a plan keeps the order of its policy, and lets no more wait than may', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ variantId: fc.constantFrom(...variants), qty: fc.bigInt(1n, 9n) }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.tuple(...warehouses.map(() => fc.tuple(...variants.map(() => quantity)))),
      fc.constantFrom(...splitPolicies),
      fc.constantFrom(...promiseModes),
      fc.bigInt(0n, 12n),
      (lines, amounts, policy, mode, limit) => {
        const demands = lines.map((line, i) => ask(i + 1, line.variantId, line.qty))
        const stock = warehouses.flatMap((warehouseId, w) =>
          variants.map((variantId, v) => free(warehouseId, variantId, amounts[w]?.[v] ?? 0n)),
        )
        const plan = planAllocation(demands, stock, [main, east, north], policy, mode)
        const { taken, waiting, short } = plan
        const takenFrom = (warehouseId: string, variantId: string) =>
          sum(
            taken.filter(
              (share) => share.warehouseId === warehouseId && share.demand.variantId === variantId,
            ),
          )
        const usedUp = ({ warehouseId, variantId, free: there }: FreeStock) =>
          takenFrom(warehouseId, variantId) === there
        if (policy !== 'fewest_shipments')
          for (const { demand, warehouseId } of taken) {
            const nearer = warehouses.slice(0, warehouses.indexOf(warehouseId))
            const before = stock.filter(
              (one) => one.variantId === demand.variantId && nearer.includes(one.warehouseId),
            )
            expect(before.every(usedUp)).toBe(true)
          }
        else {
          const hasAll = warehouses.find((warehouseId) =>
            variants.every((variantId) => {
              const asked = sum(demands.filter((one) => one.variantId === variantId))
              return stock.some(
                (one) =>
                  one.warehouseId === warehouseId &&
                  one.variantId === variantId &&
                  one.free >= asked,
              )
            }),
          )
          const used = new Set(taken.map(({ warehouseId }) => warehouseId))
          if (hasAll !== undefined) expect([...used]).toEqual([hasAll])
        }
        for (const { lineNo } of demands) {
          const waits = sum(waiting.filter(({ demand }) => demand.lineNo === lineNo))
          expect(waits).toBe(mode === 'backorder' ? (short.get(lineNo) ?? 0n) : 0n)
        }
        const rooms = stock.map((one) => ({ ...one, limit, waits: 0n }))
        const refused = refusedDemands(demands, plan, rooms, mode)
        const isTooMuch = stock.some(
          (one) =>
            sum(
              waiting.filter(
                ({ demand, warehouseId }) =>
                  warehouseId === one.warehouseId && demand.variantId === one.variantId,
              ),
            ) > limit,
        )
        const isRefused = mode === 'strict' ? short.size > 0 : isTooMuch
        expect(refused.length > 0).toBe(isRefused)
      },
    ),
  )
})

const sum = (shares: readonly { qty: bigint }[]) => shares.reduce((all, { qty }) => all + qty, 0n)
