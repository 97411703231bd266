import { setTimeout as sleep } from 'node:timers/promises'
import { mostAttempts } from '@stowage/contract/workspace/webhook-deliveries'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import { interrupted, post, signedHeaders, type Exchange } from '../../http/outgoing.ts'
import { listEventsByNumber } from '../events/list-queries.ts'
import { eventOf } from '../events/rules.ts'
import { openKeys, notifyFailed } from './commands.ts'
import { lockWebhook, updateWebhook } from './queries.ts'
import { claimDue, saveAttempts, type Attempted, type Claimed } from './delivery-queries.ts'
import { decideNext, isSuccess, isNoticeDue } from './rules.ts'

/** Requests of one webhook at the same time. */
const atOnce = 20
/** Milliseconds between the starts of two of them, so other work of the process comes in between. */
const spreadMillis = 5
/** Milliseconds after the longest request when a claimed delivery is taken for lost. */
const graceMillis = 30_000

type Tools = Pick<Context, 'db' | 'config' | 'clock' | 'secrets' | 'log'> & {
  /** Ends the requests early. Their attempts are saved nevertheless. */
  signal?: AbortSignal
}
type Target = { platformId: string; webhookId: string }

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
    if (dead && isNoticeDue(webhook.deadToldAt, at))
      await notifyFailed(tx, tools, platformId, webhook, dead)
  })
