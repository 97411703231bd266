import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changedLine,
  isOverDiscounted,
  totalsOf,
  unitQtyOf,
  wantedAmounts,
} from './amount-rules.ts'
import type { LineRow } from './queries.ts'

const micro = 1_000_000n
const lineOf = (values: Partial<LineRow>): LineRow => ({
  id: '',
  lineNo: 1,
  variantId: '',
  sku: '',
  name: '',
  baseUnit: 'each',
  unit: 'each',
  qtyScale: 0,
  unitNumerator: '1',
  unitDenominator: '1',
  qty: '1',
  cancelled: '0',
  outOfStock: '0',
  unitPrice: null,
  discount: '0',
  tax: '0',
  total: '0',
  note: '',
  externalLineId: null,
  metadata: {},
  isAdded: false,
  components: [],
  claims: [],
  returnedByVariant: {},
  ...values,
})

const micros = fc.bigInt(0n, 10n ** 10n)
/** A line with any price, unit and cancelled part; its discount is at most what it costs. */
const anyLine = fc
  .record({
    qty: fc.bigInt(1n, 10n ** 7n),
    scale: fc.integer({ min: 0, max: 3 }),
    numerator: fc.bigInt(1n, 144n),
    denominator: fc.bigInt(1n, 7n),
    price: micros,
    tax: micros,
    part: fc.tuple(fc.bigInt(0n, 100n), fc.bigInt(0n, 100n)),
  })
  .map(({ qty, scale, numerator, denominator, price, tax, part: [cancelled, discount] }) => {
    const gross = (price * qty * denominator) / (numerator * 10n ** BigInt(scale))
    return lineOf({
      qtyScale: scale,
      unitNumerator: String(numerator),
      unitDenominator: String(denominator),
      qty: String(qty),
      cancelled: String((qty * cancelled) / 100n),
      unitPrice: String(price),
      tax: String(tax),
      discount: String((gross * discount) / 100n),
    })
  })

/** The exact total of an order as one fraction over the product of all denominators. */
function exactTotal(lines: readonly LineRow[], shipping: bigint, orderDiscount: bigint) {
  const parts = lines.map((line) => {
    const [qty, wanted] = [BigInt(line.qty), BigInt(line.qty) - BigInt(line.cancelled)]
    const d = BigInt(line.unitNumerator) * 10n ** BigInt(line.qtyScale)
    const gross = BigInt(line.unitPrice ?? 0) * qty * BigInt(line.unitDenominator)
    const net = gross - BigInt(line.discount) * d
    return { d: d * qty, net: net * wanted, ordered: net * qty, tax: BigInt(line.tax) * d * wanted }
  })
  const d = parts.reduce((product, part) => product * part.d, 1n)
  const sum = (name: 'net' | 'ordered' | 'tax') =>
    parts.reduce((all, part) => all + part[name] * (d / part.d), 0n)
  const [net, ordered, tax] = [sum('net'), sum('ordered'), sum('tax')]
  const isWanted = lines.some(({ qty, cancelled }) => qty !== cancelled)
  const charged = isWanted ? shipping : 0n
  // Of the discount of the order, what the lines cost follows them, the rest is taken off the shipping.
  const ofLines = orderDiscount * d < ordered ? orderDiscount * d : ordered
  const rest = orderDiscount * d - ofLines < charged * d ? orderDiscount * d - ofLines : charged * d
  const share = ordered === 0n ? { n: 0n, by: 1n } : { n: ofLines * net, by: ordered }
  const n = (net + tax + charged * d - rest) * share.by - share.n
  return { n, d: d * share.by }
}

test('the total is the exact sum, rounded once to the smallest unit of the currency', () => {
  const currency = fc.constantFrom('EUR', 'JPY', 'KWD')
  const all = fc.array(anyLine, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(all, micros, micros, currency, (lines, shipping, discount, code) => {
      const unit = { EUR: 10_000n, JPY: micro, KWD: 1000n }[code]
      const charges = {
        shippingChargeMicros: String(shipping),
        orderDiscountMicros: String(discount),
      }
      const totals = totalsOf(lines, charges, code)
      const { n, d } = exactTotal(lines, shipping, discount)
      // No further from the exact sum than half a unit, and half a unit is rounded up.
      const off = BigInt(totals.totalMicros) * d - n
      expect(off * 2n).toBeLessThanOrEqual(unit * d)
      expect(off * 2n).toBeGreaterThan(-unit * d)
      for (const amount of Object.values(totals)) {
        expect(BigInt(amount) % unit).toBe(0n)
        expect(BigInt(amount)).toBeGreaterThanOrEqual(0n)
      }
    }),
    { numRuns: 500 },
  )
})

test('what is still wanted costs its share of the line, all of it or nothing at the ends', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const whole = wantedAmounts({ ...line, cancelled: '0' })
      expect(whole).toMatchObject({ discount: BigInt(line.discount), tax: BigInt(line.tax) })
      const nothing = { discount: 0n, tax: 0n, total: 0n }
      expect(wantedAmounts({ ...line, cancelled: line.qty })).toEqual(nothing)
    }),
  )
})

test('cancelling a quantity and ordering that much less cost the same', () => {
  fc.assert(
    fc.property(anyLine, fc.bigInt(1n, 10n ** 7n), (line, some) => {
      const left = (some % BigInt(line.qty)) + 1n
      const cancelled = { ...line, cancelled: String(BigInt(line.qty) - left) }
      const less = { ...changedLine(line, { qty: String(left) }), cancelled: '0' }
      for (const name of ['discount', 'tax', 'total'] as const) {
        const off = wantedAmounts(cancelled)[name] - wantedAmounts(less)[name]
        // The changed line keeps its discount and tax in millionths.
        expect(off >= -1n && off <= 1n).toBe(true)
      }
    }),
  )
})

test('a change recomputes only what it changes', () => {
  const line = lineOf({ qty: '3', unitPrice: '9990000', discount: '10000000', tax: '3800000' })
  expect(changedLine(line, { note: 'Gift' })).toEqual({ ...line, note: 'Gift', total: '19970000' })
  const two = changedLine(line, { qty: '2' })
  expect(two).toMatchObject({ qty: '2', discount: '6666667', tax: '2533333', total: '13313333' })
  const given = changedLine(line, { qty: '2', discount: '0', tax: '0' })
  expect(given).toMatchObject({ discount: '0', tax: '0', total: '19980000' })
  expect(changedLine(line, { unitPrice: '9990000' })).toBe(line)
})

test('a discount that equals the amount as it is shown takes all of it', () => {
  // 0.5 at 288.99 is 144.495, shown as 144.50.
  const line = lineOf({ qtyScale: 1, qty: '5', unitPrice: '288990000', discount: '144500000' })
  expect(isOverDiscounted(line, 'EUR')).toBe(false)
  expect(isOverDiscounted({ ...line, discount: '144500001' }, 'EUR')).toBe(true)
  expect(isOverDiscounted(line, 'KWD')).toBe(true)
  const charges = { shippingChargeMicros: '0', orderDiscountMicros: '0' }
  expect(totalsOf([line], charges, 'EUR').totalMicros).toBe('0')
})

test('a quantity is shown in the unit it was entered in', () => {
  const cases = { unit: 'case', unitNumerator: '12', unitDenominator: '1' }
  expect(unitQtyOf(lineOf({ ...cases, qty: '24' }))).toBe('2')
  expect(unitQtyOf(lineOf({ ...cases, qty: '6' }))).toBe('0.5')
  expect(unitQtyOf(lineOf({ qtyScale: 2, qty: '250' }))).toBe('2.5')
})
