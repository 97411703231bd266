import type { AgeClass, CycleStep, Pace } from '@stowage/contract/orders/reports'
import { formatCount, formatMoney, formatQuantity } from '../../app/format.ts'
import { wordsOf } from '../../app/words.ts'

export const ages = wordsOf<AgeClass>({
  day: 'Up to 1 day',
  week: '2 to 7 days',
  month: '8 to 30 days',
  older: 'Over 30 days',
})

export const steps = wordsOf<CycleStep>({
  confirmed: 'Placed to confirmed',
  released: 'Confirmed to released',
  picked: 'Released to picked',
  packed: 'Picked to packed',
  shipped: 'Packed to shipped',
  total: 'Placed to shipped',
})

export const work = wordsOf<Pace['kind']>({ pick: 'Pick', pack: 'Pack' })

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** '2 d 4 h', '1 h 5 min', '45 s' of seconds: the two largest units. */
export function durationText(seconds: number): string {
  const first = units.findIndex(([, size]) => seconds >= size)
  if (first < 0) return '0 s'
  let rest = seconds
  return units
    .slice(first, first + 2)
    .flatMap(([name, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count > 0 ? [`${formatCount(count)} ${name}`] : []
    })
    .join(' ')
}

/** '12.5', or '-' where there is none. */
export const rateText = (rate: number | null) =>
  rate === null ? '-' : formatQuantity(String(rate))

/** '2.1%' of a part of a whole. */
export const shareText = (part: number, whole: number) =>
  whole === 0 ? '-' : `${formatQuantity(((100 * part) / whole).toFixed(1))}%`

/** '€12.00, $4.50'. */
export const valuesText = (values: readonly { currency: string; amount: string }[]) =>
  values.map(({ currency, amount }) => formatMoney(amount, currency)).join(', ')
