import { Suspense } from 'react'
import { formatCalendarDay, formatCount } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { Bar } from '../../ui/Skeleton.tsx'
import { shareText } from './words.ts'

const StepLine = lazyPart(() => import('../../ui/chart/StepLine.tsx'), 'StepLine')

type Day = { day: string; picks: number; short: number }

/** The share of picks that were short, in all and day by day. */
export function ShortRate({ days }: { days: readonly Day[] }) {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0)
  const [picks, short] = [sum((day) => day.picks), sum((day) => day.short)]
  const inAll = `${shareText(short, picks)}: ${formatCount(short)} of ${formatCount(picks)} picks`
  return (
    <>
      <p className="text-sm">{inAll}</p>
      {days.length > 1 && (
        <Suspense fallback={<Bar className="h-[208px] w-full" />}>
          <StepLine
            points={days.map((day) => ({
              label: formatCalendarDay(day.day),
              value: (100 * day.short) / day.picks,
              text: `${shareText(day.short, day.picks)} (${formatCount(day.short)} of ${formatCount(day.picks)})`,
            }))}
            summary={`Short rate by day. ${inAll}.`}
            columns={['Day', 'Short rate']}
            format={(value) => `${formatCount(value)}%`}
          />
        </Suspense>
      )}
    </>
  )
}
