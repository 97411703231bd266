import { z } from 'zod'
import { defineJob } from '../../jobs/queue.ts'
import { purgePlatform } from './delete.ts'
import { listToPurge } from './queries.ts'
import { elsewhereSuspended, suspendThere } from './suspend-undecided.ts'
import { newId } from '../../database/ids.ts'
import type { System } from '../../http/actor.ts'
import {
  listDue,
  listNeverConfirmed,
  type Cursor,
} from '../../identity/accounts/closing-queries.ts'
import { removeDeleted, removeEverywhere, removeUnconfirmed } from './remove-everywhere.ts'

/**
 * Purges deleted platforms, once a day and one at a time. Failures are logged and do not stop the
 * others.
 */
export const purgePlatforms = defineJob({
  name: 'purge-platforms',
  payload: z.object({}),
  options: { retryLimit: 2, retryDelay: 300, expireInSeconds: 1_800 },
  async run({ db, log, clock, write, signal }) {
    const at = clock.now()
    for (const platformId of await listToPurge(db, at)) {
      if (signal.aborted) return
      await write((tx) => purgePlatform(tx, platformId, at), { platformId }).catch(
        (error: unknown) =>
          log.error({ err: error, platformId }, 'A deleted platform could not be removed'),
      )
    }
  },
})

export const suspendElsewhere = defineJob({ ...elsewhereSuspended, run: suspendThere })

const page = 100
const confirmWithinMs = 14 * 86_400_000

const systemAt = (at: Date): System => ({
  type: 'system',
  ip: null,
  userAgent: null,
  requestId: newId(),
  at,
  id: null,
  email: null,
  sessionId: null,
  amr: [],
  platform: null,
})

/**
 * Removes accounts whose two weeks have passed, once a day and one at a time: closed ones and
 * unverified ones. Without SMTP_URL no unverified ones, because their mail may never have been
 * sent. Failures are logged and do not stop the others.
 */
export const removeAccounts = defineJob({
  name: 'remove-accounts',
  payload: z.object({}),
  options: { retryLimit: 2, retryDelay: 300, expireInSeconds: 1_800 },
  async run(context) {
    const { config, db, log, clock, write, signal, cells } = context
    const at = clock.now()
    const by = systemAt(at)
    const removeAll = async (
      kind: 'deleted' | 'unconfirmed',
      list: (after: Cursor | undefined) => Promise<Cursor[]>,
    ) => {
      const remove = kind === 'deleted' ? removeDeleted : removeUnconfirmed
      const removeOne = (id: string) =>
        cells.isOne ? write((tx) => remove(tx, by, id)) : removeEverywhere(context, by, id, kind)
      let accounts = await list(undefined)
      while (accounts.length > 0 && !signal.aborted) {
        for (const { id } of accounts)
          await removeOne(id).catch((error: unknown) => {
            log.error({ err: error, accountId: id }, 'An account could not be removed')
          })
        accounts = await list(accounts.at(-1))
      }
    }
    await removeAll('deleted', (after) => listDue(db, at, page, after))
    if (config.smtpUrl === undefined) return
    const before = new Date(at.getTime() - confirmWithinMs)
    await removeAll('unconfirmed', (after) => listNeverConfirmed(db, { before, at }, page, after))
  },
})
