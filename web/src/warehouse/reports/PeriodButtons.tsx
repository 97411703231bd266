import { Button } from '../../ui/Button.tsx'
import { presets, type Days } from './periods.ts'

type Props = {
  days: Days
  today: string
  onChange: (days: Partial<Days>) => void
}

/** The periods people ask for most. */
export function PeriodButtons({ days, today, onChange }: Props) {
  return (
    <div role="group" aria-label="Period" className="flex flex-wrap gap-2">
      {presets.map(({ name, of }) => {
        const { since, until } = of(today)
        return (
          <Button
            key={name}
            aria-pressed={since === days.since && until === days.until}
            onClick={() => onChange({ since, until })}
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}
