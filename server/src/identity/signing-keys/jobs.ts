import { z } from 'zod'
import { record, system } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { defineJob } from '../../jobs/queue.ts'
import { deleteKeys, listSigningKeys, lockKeys, offerKey, promoteKey } from './queries.ts'
import { decideRotation, publishedFor, type Rotation } from './rules.ts'
import { makeKey, type KeyTools } from './commands.ts'

/** Publishes, promotes and removes signing keys when due. */
export const rotateSigningKeys = defineJob({
  name: 'rotate-signing-keys',
  payload: z.object({}),
  options: { retryLimit: 3, retryDelay: 60 },
  async run(call) {
    await change(call, (tx, at) => rotate(tx, call, at))
  },
})

/**
 * Starts a rotation early, or completes one that was published a day ago. Returns when the new key
 * starts to sign, which is `at` if it already does.
 */
export async function rotateKeysEarly(tools: KeyTools): Promise<Date> {
  return change(tools, async (tx, at) => {
    const { promote } = await rotate(tx, tools, at, { isAsked: true })
    const next = (await listSigningKeys(tx)).find(({ state }) => state === 'next')
    return promote || !next ? at : new Date(next.changedAt.getTime() + publishedFor)
  })
}

/** Activates a new key and removes all others, which invalidates all access tokens. */
export async function replaceKeys(tools: KeyTools): Promise<void> {
  await change(tools, async (tx, at) => {
    const remove = (await listSigningKeys(tx)).map(({ kid }) => kid)
    await deleteKeys(tx, remove)
    const key = await makeKey(tools)
    await offerKey(tx, key, 'active')
    await note(tx, at, { remove, promote: key.kid, announce: undefined })
  })
}

async function change<T>(
  { db, clock }: { db: Db; clock: KeyTools['clock'] },
  work: (tx: Tx, at: Date) => Promise<T>,
): Promise<T> {
  return inTransaction(db, {}, async (tx) => {
    await lockKeys(tx)
    return work(tx, clock.now())
  })
}

async function rotate(
  tx: Tx,
  tools: KeyTools,
  at: Date,
  { isAsked = false } = {},
): Promise<Rotation> {
  const keys = await listSigningKeys(tx)
  const due = decideRotation(keys, at)
  const hasNext = keys.some(({ state }) => state === 'next')
  await deleteKeys(tx, due.remove)
  if (due.promote) await promoteKey(tx, due.promote, at)
  const announced = due.announce || (isAsked && !hasNext) ? await makeKey(tools) : undefined
  if (announced) await offerKey(tx, announced, 'next')
  if (due.remove.length > 0 || due.promote || announced)
    await note(tx, at, { ...due, announce: announced?.kid })
  return due
}

type Done = { remove: string[]; promote: string | undefined; announce: string | undefined }

const note = (tx: Tx, at: Date, { remove, promote, announce }: Done) =>
  record(tx, system(at), 'SIGNING_KEYS_ROTATED', {
    metadata: { published: announce ?? null, signs: promote ?? null, removed: remove },
  })
