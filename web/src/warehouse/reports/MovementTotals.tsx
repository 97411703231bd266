import type { MovementTotal } from '@stowage/contract/warehouse/reports'
import type { ReactNode } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Bars } from '../../ui/chart/Bars.tsx'
import { kindOf } from '../../workspace/refusals/move-kinds.ts'
import { MovementsBehind, type Movements } from './MovementsBehind.tsx'
import { dayBefore, type Days } from './periods.ts'

const q = formatQuantity

type Props = Days & {
  total: MovementTotal
  /** Filter of the movements behind every number; undefined if they cannot be told apart from others. */
  behind: Movements | undefined
}

/** All items of one unit together: a picture of what came and went, the same in numbers, and the check. */
export function MovementTotals({ total, since, until, behind }: Props) {
  const { unit, opening, closing, totalIn, totalOut, difference } = total
  const moved = [
    ...total.in.map((one) => ({ ...one, way: 'in' as const })),
    ...total.out.map((one) => ({ ...one, way: 'out' as const })),
  ].map(({ kind, qty, way }) => ({
    kind,
    way,
    value: Number(qty),
    text: q(qty),
    label: `${kindOf(kind)}, ${way}`,
  }))
  const number = (text: string, rows: Movements, name: string) => (
    <MovementsBehind
      text={text}
      name={`${unit}, ${name}: the movements`}
      movements={behind && { ...behind, ...rows }}
    />
  )
  return (
    <section aria-label={`Total, ${unit}`} className="card grid gap-4 p-5">
      <h2>{`Total, ${unit}`}</h2>
      <div className="grid gap-6 lg:grid-cols-2">
        {moved.length > 0 ? (
          <Bars
            bars={moved}
            summary={`In ${q(totalIn)} and out ${q(totalOut)} ${unit}: ${moved.map(({ label, text }) => `${label} ${text}`).join('; ')}.`}
          />
        ) : (
          <p className="text-sm text-muted">No movements.</p>
        )}
        <table className="w-full text-sm">
          <caption className="sr-only">{`As a table, ${unit}`}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">What</th>
              <th scope="col">Quantity</th>
            </tr>
          </thead>
          <tbody>
            <Line name="Opening">
              {number(q(opening), { effectiveTo: dayBefore(since) }, 'Opening')}
            </Line>
            {moved.map(({ label, kind, way, text }) => (
              <Line key={label} name={label}>
                {number(
                  way === 'in' ? `+${text}` : `\u2212${text}`,
                  { kind, direction: way, effectiveFrom: since, effectiveTo: until },
                  label,
                )}
              </Line>
            ))}
            <Line name="Closing">{number(q(closing), { effectiveTo: until }, 'Closing')}</Line>
          </tbody>
        </table>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Check difference={difference} />
        <span className="text-muted">
          {`Closing ${q(closing)} \u2212 opening ${q(opening)} = in ${q(totalIn)} \u2212 out ${q(totalOut)}`}
        </span>
      </p>
    </section>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-1.5 text-start font-normal">
        {name}
      </th>
      <td className="py-1.5 text-end tabular-nums">{children}</td>
    </tr>
  )
}

/** Shows whether opening quantity and movements add up to the closing quantity. */
export function Check({ difference }: { difference: string }) {
  return Number(difference) === 0 ? (
    <StateBadge state="ok">Adds up</StateBadge>
  ) : (
    <StateBadge state="bad">{`Differs by ${q(difference)}`}</StateBadge>
  )
}
