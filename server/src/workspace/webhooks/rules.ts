import { mostAttempts } from '@stowage/contract/workspace/webhook-deliveries'

const minute = 60_000
const hour = 60 * minute

/** Milliseconds after each failed attempt but the last; together almost 24 hours. */
const pauses = [
  10_000,
  30_000,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  10 * hour,
]

/** A pause is up to this part longer or shorter, so many failures do not come again together. */
const jitter = 0.1

/**
 * Returns what becomes of a delivery after an attempt. `attempts` counts those since it was created or
 * replayed, this one included; `chance` is a random number from 0 to 1.
 */
export function decideNext(
  { isDelivered, attempts, at }: { isDelivered: boolean; attempts: number; at: Date },
  chance: number,
): { state: 'delivered' | 'retrying' | 'dead'; nextAt: Date | null } {
  if (isDelivered) return { state: 'delivered', nextAt: null }
  const pause = pauses[attempts - 1]
  if (attempts >= mostAttempts || pause === undefined) return { state: 'dead', nextAt: null }
  const spread = 1 + jitter * (2 * chance - 1)
  return { state: 'retrying', nextAt: new Date(at.getTime() + pause * spread) }
}

/** Any status from 200 to 299 is success. */
export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

/** Milliseconds in which people are not told of further dead deliveries of a webhook. */
const noticePause = 24 * hour

export const isNoticeDue = (toldAt: Date | null, at: Date): boolean =>
  toldAt === null || at.getTime() - toldAt.getTime() >= noticePause
