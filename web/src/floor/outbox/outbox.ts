import { newId } from '../../app/ids.ts'
import { ApiError } from '../../app/transport.ts'
import { deliver, refresh } from './delivery.ts'
import {
  addPending,
  dropPending,
  readPending,
  savePending,
  type NewEntry,
  type Pending,
} from './store.ts'

/*
 * Confirmed picks and scans into packages on their way to the server. Each is stored on the device first, sent in the
 * order it was made, with an id of its own, and dropped only once the server has answered. Sent twice it counts once.
 */

/** Needed with a connection only. */
const conflicts = () => import('./conflicts.ts')

const resolveConflict = async (one: Pending) => (await conflicts()).resolveConflict(one)

/** Result of the first attempt to send a scan. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting'; scanId: string }
  | { kind: 'refused'; error: ApiError }

let all: readonly Pending[] = []
let isRead = false
let sending: Promise<void> | undefined
const listeners = new Set<() => void>()
/** Who waits in front of the screen, by scan id: a refusal is shown there instead of being kept. */
const watched = new Map<string, (outcome: Outcome) => void>()
/** Scan ids of what waited on the device first and was recorded since this page began. */
const sentLater = new Set<string>()

function set(next: readonly Pending[]) {
  all = next
  for (const listener of listeners) listener()
}

export const pendingScans = () => all
/** Returns the state of a scan that waited on the device. 'gone' means it was refused or discarded. */
export const stateOf = (scanId: string): 'waiting' | 'sent' | 'gone' =>
  sentLater.has(scanId)
    ? 'sent'
    : all.some(({ body, refused }) => body.scanId === scanId && !refused)
      ? 'waiting'
      : 'gone'
/** Checks whether somebody is waiting on screen for the result of a scan. */
export const isWatched = ({ body }: Pending) => watched.has(body.scanId)
export function onPending(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reads what was kept before, as before a reload. */
export async function readKept() {
  if (isRead) return
  const stored = await readPending()
  isRead = true
  set([...stored, ...all.filter(({ seq }) => !stored.some((one) => one.seq === seq))])
}

/** Keeps a pick or a packing scan and sends it after those before it; resolves with what came of the first attempt. */
export async function keep(fresh: NewEntry): Promise<Outcome> {
  await readKept()
  const scanId = newId()
  const kept = { ...fresh, body: { ...fresh.body, scanId } } as NewEntry & {
    body: { scanId: string }
  }
  const seq = await addPending(kept)
  const answered = new Promise<Outcome>((resolve) => watched.set(scanId, resolve))
  set([...all, { ...kept, seq } as Pending])
  // A round that is under way may be past its place already.
  await sending
  await sendPending(fresh.slug, fresh.member)
  watched.get(scanId)?.({ kind: 'waiting', scanId })
  watched.delete(scanId)
  set([...all])
  return answered
}

/** Sends what this member has done, one after the other, until the connection fails. */
export function sendPending(slug: string, member: string): Promise<void> {
  sending ??= (async () => {
    try {
      await readKept()
      for (;;) {
        const next = all.find((one) => one.slug === slug && one.member === member && !one.refused)
        if (!next || !(await sendOne(next))) return
      }
    } finally {
      sending = undefined
    }
  })()
  return sending
}

/** Returns false where no answer came, so nothing after it may be sent yet. */
async function sendOne(one: Pending): Promise<boolean> {
  const tell = watched.get(one.body.scanId)
  try {
    const show = await deliver(one)
    show()
    if (!tell) sentLater.add(one.body.scanId)
    await drop(one)
    if (one.wasRefused) void resolveConflict(one).catch(() => {})
    tell?.({ kind: 'sent' })
  } catch (error) {
    if (!(error instanceof ApiError) || !isAnswer(error)) return false
    if (tell) {
      await drop(one)
      tell({ kind: 'refused', error })
    } else {
      const message = error.message || 'The server could not record this.'
      const refused = {
        message,
        reasons: (await import('../../workspace/refusals/refusals.ts')).explain(error),
      }
      const kept = { ...one, refused }
      await savePending(kept)
      set(all.map((each) => (each.seq === one.seq ? kept : each)))
      void reportRefused([kept]).catch(() => {})
    }
    refresh()
  }
  watched.delete(one.body.scanId)
  return true
}

/** Checks whether the server has decided on a scan. Any other error is retried. */
const isAnswer = ({ status }: ApiError) =>
  status >= 400 && ![401, 403, 408, 428, 429, 502, 503, 504].includes(status)

async function drop({ seq }: Pending) {
  set(all.filter((one) => one.seq !== seq))
  await dropPending(seq)
}

/** Leaves out from now on what was refused. */
export async function discard(one: Pending): Promise<void> {
  void resolveConflict(one).catch(() => {})
  await drop(one)
}

/** Tells the server of what it refused, and drops what was resolved at a desk. */
export async function reportRefused(refused: readonly Pending[]): Promise<void> {
  const { reportConflict } = await conflicts()
  for (const one of refused) if (await reportConflict(one)) await drop(one)
}

/** Sends what was refused again, in its place. */
export async function sendAgain({ refused: _, ...before }: Pending) {
  const again = { ...before, wasRefused: true } as Pending
  await savePending(again)
  set(all.map((one) => (one.seq === again.seq ? again : one)))
  await sendPending(again.slug, again.member)
}
