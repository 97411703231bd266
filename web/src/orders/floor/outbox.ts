import { batches } from '@stowage/contract/orders/batches'
import { picking } from '@stowage/contract/orders/picking'
import { fulfillments } from '@stowage/contract/orders/fulfillments'
import type { Reply } from '@stowage/contract/route'
import { queryClient, send } from '../../app/api.ts'
import { randomKey } from '../../app/refresh.ts'
import { ApiError } from '../../app/transport.ts'
import { explain } from '../../workspace/refusals/refusals.ts'
import { reportConflict, settleConflict } from './conflicts.ts'
import { addPending, dropPending, readPending, savePending, type Pending } from './store.ts'

/**
 * Confirmed picks on their way to the server. Each is stored on the device first, sent in the order it was made, with
 * an id of its own, and dropped only once the server has answered. Sent twice it counts once.
 */
type Confirmed = Reply<typeof picking.confirm>

/** What became of a pick that was just confirmed. */
export type Outcome =
  { kind: 'sent'; reply: Confirmed } | { kind: 'waiting' } | { kind: 'refused'; error: ApiError }

/** Milliseconds: in a dead spot of the wireless network nobody waits for longer. */
const patience = 6_000

let all: readonly Pending[] = []
let isRead = false
let sending: Promise<void> | undefined
const listeners = new Set<() => void>()
/** Who waits in front of the screen, by scan id: a refusal is shown there instead of being kept. */
const watched = new Map<string, (outcome: Outcome) => void>()

function set(next: readonly Pending[]) {
  all = next
  for (const listener of listeners) listener()
}

export const pendingPicks = () => all
/** Whether somebody sees what comes of this pick at this moment. */
export const isWatched = ({ body }: Pending) => watched.has(body.scanId)
export function onPending(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function read() {
  if (isRead) return
  const stored = await readPending()
  isRead = true
  set([...stored, ...all.filter(({ seq }) => !stored.some((one) => one.seq === seq))])
}

/** A version 4 UUID, also where the page is not served by HTTPS. */
function newScanId(): string {
  const key = randomKey()
  return [
    key.slice(0, 8),
    key.slice(8, 12),
    `4${key.slice(13, 16)}`,
    `8${key.slice(17, 20)}`,
    key.slice(20),
  ].join('-')
}

/** Keeps a pick and sends it after those before it; resolves with what came of the first attempt. */
export async function confirmPick(
  pick: Omit<Pending, 'seq' | 'body'> & { body: Omit<Pending['body'], 'scanId'> },
): Promise<Outcome> {
  await read()
  const kept = { ...pick, body: { ...pick.body, scanId: newScanId() } }
  const seq = await addPending(kept)
  const answered = new Promise<Outcome>((resolve) => watched.set(kept.body.scanId, resolve))
  set([...all, { ...kept, seq }])
  // A round that is under way may be past its place already.
  await sending
  await sendPending(pick.slug, pick.member)
  watched.get(kept.body.scanId)?.({ kind: 'waiting' })
  watched.delete(kept.body.scanId)
  set([...all])
  return answered
}

/** Sends what this member has picked, one after the other, until the connection fails. */
export function sendPending(slug: string, member: string): Promise<void> {
  sending ??= (async () => {
    try {
      await read()
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

/** Returns false where no answer came, so that nothing after it may be sent yet. */
async function sendOne(pick: Pending): Promise<boolean> {
  const { slug, taskId, body } = pick
  const tell = watched.get(body.scanId)
  try {
    const reply = await send(
      picking.confirm,
      { params: { slug, pickTaskId: taskId }, body },
      { patience, headers: { 'idempotency-key': body.scanId } },
    )
    showPicked(reply)
    await drop(pick)
    if (pick.wasRefused) void settleConflict(pick)
    tell?.({ kind: 'sent', reply })
  } catch (error) {
    if (!(error instanceof ApiError) || !isAnswer(error)) return false
    if (tell) {
      await drop(pick)
      tell({ kind: 'refused', error })
    } else {
      const message = error.message || 'The server could not record this pick.'
      const refused = { message, reasons: explain(error) }
      const kept = { ...pick, refused }
      await savePending(kept)
      set(all.map((one) => (one.seq === pick.seq ? { ...one, refused } : one)))
      void reportRefused([kept])
    }
    refresh()
  }
  watched.delete(body.scanId)
  return true
}

/** A pick that the server has decided about; anything else is asked again. */
const isAnswer = ({ status }: ApiError) =>
  status >= 400 && ![401, 403, 408, 428, 429, 502, 503, 504].includes(status)

async function drop({ seq }: Pending) {
  set(all.filter((one) => one.seq !== seq))
  await dropPending(seq)
}

/** Leaves a refused pick out from now on. */
export async function discard(pick: Pending): Promise<void> {
  void settleConflict(pick)
  await drop(pick)
}

/** Tells the server of refused picks, and drops those that were resolved at a desk. */
export async function reportRefused(picks: readonly Pending[]): Promise<void> {
  for (const pick of picks) if (await reportConflict(pick)) await drop(pick)
}

/** Sends a refused pick again, in its place. */
export async function sendAgain({ refused: _, ...before }: Pending) {
  const pick = { ...before, wasRefused: true as const }
  await savePending(pick)
  set(all.map((one) => (one.seq === pick.seq ? pick : one)))
  await sendPending(pick.slug, pick.member)
}

type Tasks = Reply<typeof picking.list>

/** Shows at once what is left of a task; the lists are read again in any case. */
function showPicked({ task }: Confirmed) {
  queryClient.setQueriesData<Tasks>({ queryKey: [picking.list.path] }, (tasks) =>
    tasks === undefined
      ? undefined
      : {
          ...tasks,
          items: tasks.items.flatMap((one) =>
            one.id !== task.id ? [one] : task.state === 'ready' ? [{ ...one, qty: task.qty }] : [],
          ),
        },
  )
  refresh()
}

/** Reads again what a pick changes. */
export function refresh() {
  const reads = [picking.list, batches.list, batches.details, fulfillments.list]
  for (const { path } of [...reads, fulfillments.details])
    void queryClient.invalidateQueries({ queryKey: [path] })
}
