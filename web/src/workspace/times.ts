import { useMemo, useState } from 'react'
import { dayIn, formatInstant, formatMinute } from '../app/format.ts'
import { useSite } from './site.ts'

/**
 * Times in the zone of the current warehouse, UTC for several, and the name of that zone. `brief` leaves out
 * the seconds, for lists; `zoned` names the zone.
 */
export function useTimes() {
  const zone = useSite().warehouse?.timezone ?? 'UTC'
  return useMemo(
    () => ({
      zone,
      show: (at: string) => formatInstant(at, zone),
      zoned: (at: string) => `${formatInstant(at, zone)} ${zone}`,
      brief: (at: string) => formatMinute(at, zone),
    }),
    [zone],
  )
}

/** The day on which the page was opened, as '2026-11-05', in the named zone or the browser's. */
export function useToday(timezone: string | undefined) {
  const [openedAt] = useState(() => new Date())
  return dayIn(openedAt, timezone)
}
