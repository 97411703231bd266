import { useMemo } from 'react'
import { formatInstant, formatMinute } from '../app/format.ts'
import { useSite } from './site.ts'

/**
 * Times in the zone of the current warehouse, UTC for several, and the name of that zone. `brief` leaves out
 * the seconds, for lists.
 */
export function useTimes() {
  const zone = useSite().warehouse?.timezone ?? 'UTC'
  return useMemo(
    () => ({
      zone,
      show: (at: string) => formatInstant(at, zone),
      brief: (at: string) => formatMinute(at, zone),
    }),
    [zone],
  )
}
