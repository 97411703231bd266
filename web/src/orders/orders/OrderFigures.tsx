import type { Order } from '@stowage/contract/orders/orders'
import { formatQuantity } from '../../app/format.ts'

type Line = Order['lines'][number]

/** The sum of decimal texts, without the errors of binary fractions. */
function sumOf(texts: readonly string[]): string {
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const total = texts.reduce((sum, text) => {
    const [whole = '0', part = ''] = text.split('.')
    return sum + BigInt(whole + part.padEnd(decimals, '0'))
  }, 0n)
  const digits = String(total).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return decimals === 0
    ? digits
    : `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0+$/, '')
}

const figures = [
  { name: 'Ordered', of: ({ qty }: Line) => qty },
  { name: 'Reserved', of: ({ promised }: Line) => promised },
  { name: 'Backordered', of: ({ backordered }: Line) => backordered, look: 'text-warn-ink' },
  { name: 'Shipped', of: ({ consumed }: Line) => consumed },
  { name: 'Returned', of: ({ returned }: Line) => returned },
  { name: 'Cancelled', of: ({ cancelled }: Line) => cancelled },
]

/** Units of all lines by what became of them, from ordered to returned. */
export function OrderFigures({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="grid grid-cols-3 gap-2 sm:grid-cols-6">
      {figures.map(({ name, of, look = '' }) => {
        const sum = sumOf(lines.map(of))
        return (
          <div key={name} className="card flex flex-col-reverse px-3 py-2">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className={`text-lg font-semibold tabular-nums ${sum === '0' ? '' : look}`}>
              {formatQuantity(sum)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
