import { formatCalendarDay } from '../../app/format.ts'
import { thisWeek } from '../../warehouse/reports/periods.ts'
import { useSite } from '../../workspace/site.ts'
import { useToday } from '../../workspace/times.ts'

type Search = {
  since?: string | undefined
  until?: string | undefined
  category?: string | undefined
}

/** The period a report is about, this week unless the address says otherwise, and what it asks the server. */
export function usePeriod({ since, until, category }: Search) {
  const { id: warehouse, warehouse: site } = useSite()
  const today = useToday(site?.timezone)
  const days = { since: since ?? thisWeek(today).since, until: until ?? today }
  return {
    today,
    days,
    query: { from: days.since, to: days.until, warehouse, category },
    caption: `${formatCalendarDay(days.since)} to ${formatCalendarDay(days.until)}, days of ${
      site?.timezone ?? 'each warehouse'
    }`,
  }
}
