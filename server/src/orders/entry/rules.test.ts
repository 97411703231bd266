import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalsOf, wantedAmounts } from './rules.ts'

const amount = fc.bigInt(0n, 10n ** 12n)
const lineOf = (cancelled: bigint, [qty, total, discount, tax]: readonly bigint[]) => ({
  qty: String(qty),
  cancelled: String(cancelled),
  total: String(total),
  discount: String(discount),
  tax: String(tax),
})

test('what is still wanted costs its share of the line, all of it or nothing at the ends', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 9n), amount, amount, amount, amount, (qty, t, d, x, some) => {
      const cancelled = some % (qty + 1n)
      const wanted = wantedAmounts(lineOf(cancelled, [qty, t, d, x]))
      const whole = { gross: t + d, discount: d, tax: x }
      expect(wantedAmounts(lineOf(0n, [qty, t, d, x]))).toEqual(whole)
      expect(wantedAmounts(lineOf(qty, [qty, t, d, x]))).toEqual({
        gross: 0n,
        discount: 0n,
        tax: 0n,
      })
      // Half a millionth away from the exact share at most, and a discount is never more than the line costs.
      for (const name of ['gross', 'discount', 'tax'] as const) {
        const off = wanted[name] * qty - whole[name] * (qty - cancelled)
        expect(off < 0n ? -off * 2n : off * 2n).toBeLessThanOrEqual(qty)
      }
      expect(wanted.discount).toBeLessThanOrEqual(wanted.gross)
      const totals = totalsOf([wanted], 2)
      for (const sum of Object.values(totals)) expect(sum % 10_000n).toBe(0n)
      expect(totals.total).toBe(totals.subtotal - totals.discount + totals.tax)
    }),
  )
})
