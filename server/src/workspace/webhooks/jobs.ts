import { setTimeout as sleep } from 'node:timers/promises'
import { mostAttempts } from '@stowage/contract/workspace/webhook-deliveries'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import { interrupted, post, signedHeaders, type Exchange } from '../../http/outgoing.ts'
import { defineJob, enqueue, sweep } from '../../jobs/queue.ts'
import { startRounds } from '../../jobs/rounds.ts'
import { pagesOfPlatformIds } from '../../platforms/tenant-sessions/queries.ts'
import { committedUpTo } from '../events/committed.ts'
import { listEventsByNumber } from '../events/list-queries.ts'
import { eventOf } from '../events/rules.ts'
import { openKeys, notifyFailed } from './commands.ts'
import { listAtWork, listWebhookIds, lockWebhook, lockWebhooks, updateWebhook } from './queries.ts'
import {
  claimDue,
  deleteDeliveries,
  insertDeliveries,
  listDue,
  saveAttempts,
  type Attempted,
  type Claimed,
} from './delivery-queries.ts'
import { decideNext, isSuccess, isTellingDue } from './rules.ts'

/** Requests of one webhook at the same time. */
const atOnce = 20
/** Milliseconds between the starts of two of them, so that other work of the process comes in between. */
const spreadMillis = 5
/** Webhooks that one process sends to at the same time, none of which waits for another. */
const webhooksAtOnce = 20
/** Webhooks of one platform that are sent to at the same time: a fifth, so several slow ones leave lanes to others. */
const webhooksPerPlatform = 4
/** Milliseconds after which a job leaves the rest to the next one. */
const turnMillis = 5_000
/** How long after the longest request a claimed delivery is taken for lost. */
const graceMillis = 30_000
const eventsAtOnce = 500
const keptDays = 30
const deletedAtOnce = 1_000

type Tools = Pick<Context, 'db' | 'config' | 'clock' | 'secrets' | 'log'> & {
  /** Ends the requests early. Their attempts are saved nevertheless. */
  signal?: AbortSignal
}
type Target = { platformId: string; webhookId: string }

/**
 * Sends the due deliveries of one webhook, several at a time. The queue runs one job of a webhook at a time.
 * Whatever is due afterwards, or was not sent because of an error, is found by the relay.
 */
export const deliverWebhooks = defineJob({
  name: 'deliver-webhooks',
  payload: z.object({ platformId: z.uuid(), webhookId: z.uuid() }),
  key: ({ webhookId }) => webhookId,
  lanes: webhooksAtOnce,
  group: ({ platformId }) => platformId,
  mostPerGroup: webhooksPerPlatform,
  options: { retryLimit: 0, expireInSeconds: 300 },
  async run(call, target) {
    const began = performance.now()
    const hasTime = () => performance.now() - began < turnMillis && !call.signal.aborted
    while ((await sendDue(call, target)) > 0 && hasTime());
  },
})

/** Sends up to 20 due deliveries and returns how many. No transaction is open during the requests. */
export async function sendDue(tools: Tools, target: Target): Promise<number> {
  const claim = await claimBatch(tools, target)
  if (!claim) return 0
  const { batch, ...receiver } = claim
  const attempted = await Promise.all(
    batch.map(async (each, i) => {
      await sleep(i * spreadMillis)
      return attemptOf(each, await request(tools, target, receiver, each), tools)
    }),
  )
  await saveBatch(tools, target, attempted)
  return batch.length
}

type Ready = Claimed & { message: object | undefined; eventId: string | undefined; at: Date }

const claimBatch = ({ db, ...tools }: Tools, { platformId, webhookId }: Target) =>
  inTransaction(db, { platformId }, async (tx) => {
    const webhook = await lockWebhook(tx, platformId, webhookId)
    if (webhook?.state !== 'active') return undefined
    const at = tools.clock.now()
    const claimed = await claimDue(tx, platformId, webhookId, {
      at,
      claimMillis: tools.config.webhookTimeoutSeconds * 1000 + graceMillis,
      most: atOnce,
      lost: interrupted,
    })
    if (claimed.length === 0) return undefined
    const numbers = claimed.map(({ eventNo }) => eventNo)
    const events = new Map(
      (await listEventsByNumber(tx, platformId, numbers)).map((row) => [row.feedSeq, row]),
    )
    const batch = claimed.map((each): Ready => {
      const row = events.get(each.eventNo)
      const message = row && { ...eventOf(row), previous: row.previous }
      return { ...each, message, eventId: row?.eventId, at }
    })
    return { url: webhook.url, keys: await openKeys(tx, tools, platformId, webhook, at), batch }
  })

const unsent = (failure: string): Exchange => ({ status: null, failure, head: null, tookMs: 0 })

async function request(
  { config, clock, signal }: Tools,
  { platformId }: Target,
  { url, keys }: { url: string; keys: readonly Buffer[] },
  { message, eventId, attempts, attemptsBefore }: Ready,
): Promise<Exchange> {
  if (!message || eventId === undefined) return unsent('The event is no longer kept')
  // All attempts were lost, perhaps because of this delivery.
  if (attempts - attemptsBefore > mostAttempts) return unsent(interrupted)
  if (keys.length === 0) return unsent('The secret can’t be read. Rotate it.')
  const body = JSON.stringify(message)
  const exchange = await post({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Stowage-Webhooks/1.0',
      ...signedHeaders(keys, eventId, clock.now(), body),
    },
    timeoutMs: config.webhookTimeoutSeconds * 1000,
    allowed: config.webhookAllow,
    by: platformId,
    signal,
  })
  return { ...exchange, head: withoutSecrets(exchange.head) }
}

/** A receiver that prints its configuration must not show the secret to all who may read deliveries. */
const withoutSecrets = (text: string | null) =>
  text?.replaceAll(/whsec_[\w+/=-]+/g, 'whsec_…') ?? null

function attemptOf(
  { eventNo, type, attempts, attemptsBefore, message, at }: Ready,
  exchange: Exchange,
  { clock }: Tools,
): Attempted {
  const { status, failure } = exchange
  const isDelivered = isSuccess(status)
  const next = message
    ? decideNext(
        { isDelivered, attempts: attempts - attemptsBefore, at: clock.now() },
        Math.random(),
      )
    : ({ state: 'dead', nextAt: null } as const)
  const told = failure ?? (isDelivered ? null : `The receiver answered ${status}`)
  return { ...exchange, ...next, eventNo, type, attempt: attempts, at, failure: told }
}

const saveBatch = (
  { db, ...tools }: Tools,
  { platformId, webhookId }: Target,
  attempted: readonly Attempted[],
) =>
  inTransaction(db, { platformId }, async (tx) => {
    const webhook = await lockWebhook(tx, platformId, webhookId)
    // Removed in the meantime.
    if (!webhook) return
    const at = tools.clock.now()
    const saved = new Set(await saveAttempts(tx, platformId, webhookId, attempted, at))
    const last = attempted.at(-1)
    await updateWebhook(tx, platformId, webhookId, {
      lastAttemptAt: at,
      lastAttemptOk: last?.state === 'delivered',
    })
    const dead = attempted.find(({ state, eventNo }) => state === 'dead' && saved.has(eventNo))
    if (dead && isTellingDue(webhook.deadToldAt, at))
      await notifyFailed(tx, tools, platformId, webhook, dead)
  })

/**
 * Makes deliveries of new events, for all webhooks of all platforms, and enqueues a job for each webhook
 * with a due delivery. Several processes may do this at the same time.
 */
export async function relayEvents({ db, clock, log }: Tools): Promise<void> {
  const at = clock.now()
  const work = await listAtWork(db, at)
  const newest = work.map(({ newest: no }) => BigInt(no ?? 0)).reduce((a, b) => (a > b ? a : b), 0n)
  // Asked once for all platforms, before their events are read.
  const upTo = newest > 0n ? await committedUpTo(db, newest) : 0n
  const relay = (platformId: string, hasNew: boolean) =>
    relayPage({ db }, platformId, { upTo: hasNew ? upTo : 0n, at }).catch((error: unknown) => {
      log.warn({ err: error, platformId }, 'Webhooks could not be prepared')
      return false
    })
  // Platforms take turns, so one with many events does not delay those of the others.
  let waiting = [...Map.groupBy(work, (row) => row.platformId)].map(
    ([platformId, rows]) => [platformId, rows.some(({ newest: no }) => no !== null)] as const,
  )
  while (waiting.length > 0) {
    const further: typeof waiting = []
    for (const one of waiting) if (await relay(...one)) further.push(one)
    waiting = further
  }
}

/** Makes deliveries of the next events of a platform. Returns whether there may be more. */
const relayPage = (
  { db }: Pick<Tools, 'db'>,
  platformId: string,
  { upTo, at }: { upTo: bigint; at: Date },
): Promise<boolean> =>
  inTransaction(db, { platformId }, async (tx) => {
    if (upTo > 0n) await lockWebhooks(tx, platformId)
    const more =
      upTo > 0n && (await insertDeliveries(tx, platformId, { upTo, most: eventsAtOnce, at }))
    const due = await listDue(tx, platformId, at)
    await enqueue(tx, deliverWebhooks, ...due.map((webhookId) => ({ platformId, webhookId })))
    return more
  })

/** Relays events every second in this process until `stop`. A lost database is retried. */
export const startRelay = (context: Tools) =>
  startRounds(context.log, { who: 'webhook relay', what: 'webhooks' }, () => relayEvents(context))

/** Deletes deliveries of 30 days ago, once a day, platform by platform. */
export const forgetDeliveries = defineJob({
  name: 'forget-deliveries',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 1_800 },
  async run({ db, write, clock, signal }) {
    const at = clock.now()
    const limit = new Date(at.getTime() - keptDays * 86_400_000)
    for await (const platformIds of pagesOfPlatformIds(db, signal))
      for (const platformId of platformIds) {
        const webhookIds = await write((tx) => listWebhookIds(tx, platformId), { platformId })
        for (const webhookId of webhookIds) {
          let deleted = deletedAtOnce
          while (deleted === deletedAtOnce && !signal.aborted)
            deleted = await write(
              (tx) =>
                deleteDeliveries(tx, platformId, webhookId, { limit, most: deletedAtOnce, at }),
              { platformId },
            )
        }
      }
  },
})
