import { ApiError } from './transport.ts'

type Waiting = { refusal: ApiError; settle: (isConfirmed: boolean) => void }

let waiting: readonly Waiting[] = []
/** How many times somebody was asked, and what came of the last time. */
let rounds = 0
let wasConfirmed = false
const listeners = new Set<() => void>()

function setWaiting(next: readonly Waiting[]) {
  waiting = next
  for (const listener of listeners) listener()
}

export function onStepUp(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The refusal that is being asked about; undefined while nobody has to be asked. */
export const wantedStepUp = () => waiting[0]?.refusal

function settle(isConfirmed: boolean) {
  const asked = waiting
  rounds += 1
  wasConfirmed = isConfirmed
  setWaiting([])
  for (const one of asked) one.settle(isConfirmed)
}

/** The answers of the dialog: the calls that wait are repeated, or fail as they were refused. */
export const confirmStepUp = () => settle(true)
export const cancelStepUp = () => settle(false)

const isStepUp = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'reauthentication_required'

/** Waits for the dialog, which all refused calls share. Rejects with the refusal when it is closed. */
const answered = (refusal: ApiError, round: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const finish = (isConfirmed: boolean) => (isConfirmed ? resolve() : reject(refusal))
    // Sent before the last answer and refused after it: that answer counts for this call as well.
    if (round !== rounds) return finish(wasConfirmed)
    const mine: Waiting = { refusal, settle: finish }
    signal?.addEventListener('abort', () => {
      setWaiting(waiting.filter((one) => one !== mine))
      reject(signal.reason)
    })
    setWaiting([...waiting, mine])
  })

/**
 * Makes a call and, when the server first wants to know who is there, makes it once more after
 * that was shown. Without it the call fails with the server's refusal.
 */
export async function withStepUp<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const round = rounds
  try {
    return await call()
  } catch (error) {
    if (!isStepUp(error)) throw error
    await answered(error, round, signal)
  }
  return call()
}
