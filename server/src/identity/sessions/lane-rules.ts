const minuteMs = 60_000
const longPauseMs = 60 * minuteMs
/** How far the clocks of two servers may differ. */
const clockSkewMs = minuteMs
const longStreak = 100

export type LaneLimits = {
  /** The failure that begins a pause; 0 for a lane that never has to wait. */
  most: number
  /** The pause; without a failure for as long a lane starts anew. Milliseconds. */
  pauseMs: number
  /** The last failure no wait follows; 0 for no waits at all before the pause. */
  free: number
}

/** `failures` since the last success or quiet time; `streak` since the last success alone. */
export type LaneState = { failures: number; streak: number; lastFailureAt: Date }

export type LaneDecision =
  | { kind: 'wait'; waitMs: number }
  | {
      kind: 'go'
      /** The lane once this attempt has failed. */
      next: LaneState
      /** Seconds of the pause that its failure begins; 0 when it begins none. */
      pause: number
      /** True for the one failure of a streak that the owner is told of. */
      warns: boolean
    }

/**
 * Whether a sign-in may be tried now. An attempt is counted as a failure before it is looked at, so
 * that many at once are not all let in; a success clears the lane. `state` is undefined for a lane
 * without failures.
 */
export function decideAttempt(
  state: LaneState | undefined,
  at: Date,
  limits: LaneLimits,
): LaneDecision {
  const blockedMs = state ? blockOf(state, limits) : 0
  const passedMs = state ? at.getTime() - state.lastFailureAt.getTime() : 0
  // A clock that was set back must not keep anybody out until it has caught up.
  if (blockedMs > 0 && passedMs >= -clockSkewMs && passedMs < blockedMs)
    return { kind: 'wait', waitMs: blockedMs - passedMs }
  const isQuiet = passedMs >= limits.pauseMs
  const failures = (isQuiet ? 0 : (state?.failures ?? 0)) + 1
  const next = { failures, streak: (state?.streak ?? 0) + 1, lastFailureAt: at }
  return {
    kind: 'go',
    next,
    pause: isPause(next, limits) ? blockOf(next, limits) / 1000 : 0,
    warns: next.streak === longStreak,
  }
}

/** A slow guesser never reaches ten in a row, but reaches a hundred. */
const isPause = ({ failures, streak }: LaneState, { most }: LaneLimits) =>
  most > 0 && (failures >= most || streak === longStreak)

/** Milliseconds from the last failure to the next attempt. */
function blockOf(state: LaneState, limits: LaneLimits): number {
  const { most, pauseMs, free } = limits
  if (isPause(state, limits))
    return state.streak >= longStreak ? Math.max(longPauseMs, pauseMs) : pauseMs
  if (most === 0 || free === 0 || state.failures < free) return 0
  return Math.min(2 ** (state.failures - free) * 1000, pauseMs)
}
