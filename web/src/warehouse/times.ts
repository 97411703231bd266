import { useMemo } from 'react'
import { formatInstant } from '../app/format.ts'
import { useSite } from './site.ts'

/** Times of the warehouse one works in, and the name of their zone; UTC where it is about several. */
export function useTimes() {
  const zone = useSite().warehouse?.timezone ?? 'UTC'
  return useMemo(() => ({ zone, show: (at: string) => formatInstant(at, zone) }), [zone])
}
