import { DayField } from '../../ui/DayField.tsx'
import type { Days } from './periods.ts'

type Props = {
  days: Days
  onChange: (days: Partial<Days>) => void
}

/** The first and the last day of a period. */
export function PeriodDays({ days: { since, until }, onChange }: Props) {
  return (
    <>
      <DayField
        label="From day"
        max={until}
        required
        value={since}
        onDay={(day) => onChange({ since: day })}
      />
      <DayField
        label="To day"
        min={since}
        required
        value={until}
        onDay={(day) => onChange({ until: day })}
      />
    </>
  )
}
