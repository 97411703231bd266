import type { CycleStep, CycleStepTimes } from '@stowage/contract/orders/reports'
import { formatCount } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import { Bars } from '../../ui/chart/Bars.tsx'
import { NumbersTable } from './NumbersTable.tsx'
import { durationText, steps } from './words.ts'

type Props = {
  times: readonly CycleStepTimes[]
  /** The address of the shipments behind a step. */
  hrefOf: (step: CycleStep) => string
}

/** Median and 90% of each step as bars, and with 99% as numbers. */
export function StepTimes({ times, hrefOf }: Props) {
  const bars = times
    .filter(({ step }) => step !== 'total')
    .flatMap(({ step, p50, p90 }) => [
      {
        label: `${steps[step]}, median`,
        way: 'in' as const,
        value: p50,
        text: durationText(p50),
      },
      { label: `${steps[step]}, 90%`, way: 'out' as const, value: p90, text: durationText(p90) },
    ])
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Bars
        bars={bars}
        summary={`Time per step: ${bars.map(({ label, text }) => `${label} ${text}`).join('; ')}.`}
      />
      <NumbersTable
        caption="Time per step"
        columns={['Step', 'Median', '90%', '99%', 'Shipments']}
        rows={times.map(({ step, p50, p90, p99, shipments }) => ({
          key: step,
          cells: [
            steps[step],
            ...[p50, p90, p99].map(durationText),
            <Link
              key="shipments"
              href={hrefOf(step)}
              aria-label={`${formatCount(shipments)} shipments, slowest from ${steps[step].toLowerCase()} first`}
              className="link"
            >
              {formatCount(shipments)}
            </Link>,
          ],
        }))}
      />
    </div>
  )
}
