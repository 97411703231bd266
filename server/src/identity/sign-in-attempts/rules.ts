const minuteMs = 60_000
const longPauseMs = 60 * minuteMs
/** Maximum clock difference between two servers. */
const clockSkewMs = minuteMs
const longStreak = 100

export type LaneLimits = {
  /** Number of failures that starts a pause. 0: never. */
  most: number
  /**
   * Length of the pause in milliseconds. A lane without failures for as long starts again at zero.
   */
  pauseMs: number
  /** Number of failures without a delay. 0: no delays before the pause. */
  free: number
}

/**
 * `failures` counts since the last success or quiet period, `streak` since the last success only.
 */
export type LaneState = { failures: number; streak: number; lastFailureAt: Date }

export type LaneDecision =
  | { kind: 'wait'; waitMs: number }
  | {
      kind: 'go'
      /** State of the lane if this attempt fails. */
      next: LaneState
      /** Seconds of the pause that its failure would start. 0: none. */
      pause: number
      /** True for the one failure of a streak that is mailed to the owner. */
      warns: boolean
    }

/**
 * Returns whether a sign-in may be attempted now. An attempt is counted as a failure before it is
 * checked, so concurrent attempts cannot exceed the limit. A success clears the lane. `state` is
 * undefined for a lane without failures.
 */
export function decideAttempt(
  state: LaneState | undefined,
  at: Date,
  limits: LaneLimits,
): LaneDecision {
  const blockedMs = state ? blockOf(state, limits) : 0
  const passedMs = state ? at.getTime() - state.lastFailureAt.getTime() : 0
  // A clock that was set back must not block sign-ins until it catches up.
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
