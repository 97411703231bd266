import { isIPv4 } from 'node:net'
import type { ErrorCode } from '@stowage/contract/errors'
import type { LimitName } from '@stowage/contract/route'
import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { record } from '../audit.ts'
import { contextAt, type Context } from '../context.ts'
import { inTransaction } from '../database/transactions.ts'
import { Failure } from '../errors.ts'
import type { Actor } from './actor.ts'
import { openCounterStore } from './counter-store.ts'
import { countTogether, type Standing } from './global-count.ts'
import type { GlobalLimit, KeyedLimit, Limit } from './limit-table.ts'

/** Rate limits that a handler counts itself. */
export type Limits = {
  /**
   * Counts one attempt before it is checked, so concurrent attempts cannot exceed the limit. Fails
   * with 429.
   */
  spend(name: KeyedLimit, key: string): Promise<void>
  /** Uncounts a successful attempt. */
  refund(name: KeyedLimit, key: string): Promise<void>
}

/** The caller to count, and a callback for its standing with each limit. */
type Caller = { actor: Actor; note: (standing: Standing) => void }

/** The rate limiter. Records the first refusal of each key and window. */
export type RateLimiter = {
  /** Counts an API call without waiting. Returns a promise of the 429 when the limit is reached. */
  countCall(
    name: GlobalLimit,
    key: string,
    note: Caller['note'],
    actor: () => Actor,
  ): Promise<never> | undefined
  /**
   * Runs `work` as one attempt at the route's limits. Fails with 429 if one is reached. Where only
   * some refusals count, an actor's attempt is counted until its outcome is known, so concurrent
   * attempts are limited too. For an IP address, which many users may share, only the outcome
   * counts.
   */
  attempt<T>(names: readonly LimitName[], caller: Caller, work: () => Promise<T>): Promise<T>
  /** Returns the limits of one request for its handler. */
  of(caller: Caller): Limits
  close(): void
}

type Name = LimitName | GlobalLimit | KeyedLimit
type Counter = { name: Name; limit: Limit; store: RateLimiterAbstract }
type Taken = {
  counter: Counter
  standing: Standing
  /** Corrects the count for the outcome. Returns the remaining points. */
  settle: (isCounted: boolean) => Promise<number>
}

export async function openLimits(context: Context, pool: Pool): Promise<RateLimiter> {
  const { config, log } = context
  const stores = await openCounterStore({ config, log }, pool)
  const refusals = stores.open({ name: 'RATE_LIMITED', points: 1, window: 1, final: true })
  const counters = new Map<Name, Counter>()
  for (const [name, limit] of Object.entries(config.limits) as [Name, Limit][])
    if (limit.points > 0) {
      const final = !limit.refusals && !limit.pause
      counters.set(name, { name, limit, store: stores.open({ name, ...limit, final }) })
    }
  const globals = new Map<Name, ReturnType<typeof countTogether>>()
  for (const name of ['GLOBAL_IP', 'GLOBAL_SESSION', 'API_KEY'] as const) {
    const counter = counters.get(name)
    if (counter) globals.set(name, countTogether(counter.limit, counter.store))
  }

  async function refuse(name: Name, key: string, standing: Standing, { actor, note }: Caller) {
    note(standing)
    const customDuration = secondsOf(standing.resetMs)
    const before = await consume(refusals, `${name}|${key}`, { customDuration })
    if (!before.isOver) {
      const { platform } = actor
      const { db } = platform ? await contextAt(context, { platformId: platform.id }) : context
      await inTransaction(db, {}, (tx) =>
        record(tx, actor, 'RATE_LIMITED', { outcome: 'denied', metadata: { limit: name } }),
      )
    }
    return tooManyAttempts(name, standing.resetMs)
  }

  async function take(counter: Counter, key: string, caller: Caller): Promise<Taken> {
    const { name, limit, store } = counter
    const { isOver, remainingPoints, msBeforeNext } = await consume(store, key)
    const standing = { limit: limit.points, remaining: remainingPoints, resetMs: msBeforeNext }
    const giveBackUntil = performance.now() + msBeforeNext - safetyMs(limit)
    const giveBack = async () => {
      if (performance.now() > giveBackUntil) return
      // A failure to uncount must not undo the request.
      await store.reward(key).catch((err: unknown) => log.warn({ err }, 'a limit kept an attempt'))
    }
    const settle = async (isCounted: boolean) => {
      if (!isCounted) await giveBack()
      return isCounted ? remainingPoints : remainingPoints + 1
    }
    if (!isOver) return { counter, standing, settle }
    // The attempt was not checked, so it must not count.
    if (limit.refusals) await giveBack()
    return refuse(name, key, standing, caller)
  }

  /** Reads the counter of an address, which is cheaper than counting, and counts only refusals. */
  async function look(counter: Counter, key: string, caller: Caller): Promise<Taken> {
    const { name, limit, store } = counter
    const { consumedPoints, msBeforeNext } = (await store.get(key)) ?? noneYet(limit)
    const remaining = Math.max(0, limit.points - consumedPoints)
    const standing = { limit: limit.points, remaining, resetMs: msBeforeNext }
    if (remaining === 0) return refuse(name, key, standing, caller)
    const settle = async (isCounted: boolean) => {
      return isCounted ? (await consume(store, key)).remainingPoints : remaining
    }
    return { counter, standing, settle }
  }

  return {
    countCall(name, key, note, actor) {
      const standing = globals.get(name)?.(key)
      if (standing?.isReached) return refuse(name, key, standing, { actor: actor(), note })
      if (standing) note(standing)
      return undefined
    },
    async attempt(names, caller, work) {
      const taken: Taken[] = []
      let refusal: ErrorCode | undefined
      try {
        for (const name of names) {
          const counter = counters.get(name)
          if (!counter) continue
          const isOutcome = counter.limit.refusals && counter.limit.by !== 'actor'
          const begin = isOutcome ? look : take
          taken.push(await begin(counter, keyOf(counter.limit, caller.actor), caller))
        }
        return await work()
      } catch (error) {
        if (error instanceof Failure && error.isCounted) refusal = error.code
        throw error
      } finally {
        for (const { counter, standing, settle } of taken) {
          const isCounted = counter.limit.refusals?.some((code) => code === refusal) ?? true
          caller.note({ ...standing, remaining: await settle(isCounted) })
        }
      }
    },
    of: (caller) => ({
      async spend(name, key) {
        const counter = counters.get(name)
        if (counter) caller.note((await take(counter, key, caller)).standing)
      },
      async refund(name, key) {
        await counters.get(name)?.store.reward(key)
      },
    }),
    close: () => stores.close(),
  }
}

/**
 * Counts one. `isOver` when the limit was already reached. Throws when the store is unavailable.
 */
async function consume(store: RateLimiterAbstract, key: string, options = {}) {
  try {
    const { remainingPoints, msBeforeNext } = await store.consume(key, 1, options)
    return { isOver: false, remainingPoints, msBeforeNext }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { isOver: true, remainingPoints: 0, msBeforeNext: refusal.msBeforeNext }
  }
}

const noneYet = ({ window }: Limit) => ({ consumedPoints: 0, msBeforeNext: window * 1000 })

/** A late uncount could reach the store in the next window and raise its limit. */
const safetyMs = ({ window }: Limit) => Math.min(5_000, window * 100)

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** A 429 with the wait in seconds, rounded up, and the name of the limit. */
export class LimitReached extends Failure {
  readonly limit: string

  constructor(limit: string, waitMs: number) {
    const retryAfter = secondsOf(waitMs)
    const [count, unit] =
      retryAfter < 60 ? [retryAfter, 'second'] : [Math.ceil(retryAfter / 60), 'minute']
    const message = `Too many attempts. Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
    super('rate_limited', { message, retryAfter })
    this.limit = limit
  }
}

/** Answers 429. */
export function tooManyAttempts(limit: string, waitMs: number): never {
  throw new LimitReached(limit, waitMs)
}

function keyOf({ by }: Limit, actor: Actor): string {
  if (by === 'actor' && actor.id) return actor.id
  // Counted per platform, so no tenant uses up the limit of another.
  return `${actor.platform?.id ?? ''}|${by === 'net' ? networkOf(actor.ip) : addressOf(actor.ip)}`
}

/**
 * Returns the address to count. An IPv6 subscriber has a whole /64, so its addresses count as one.
 */
export function addressOf(ip: string): string {
  // The most frequent case.
  if (isIPv4(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return address.parts.slice(0, 4).join(':')
}

/** Returns the network of an address: an IPv4 /24 or an IPv6 /56. */
function networkOf(ip: string): string {
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.octets.slice(0, 3).join('.')
  const [a, b, c, d = 0] = address.parts
  return [a, b, c, d & 0xff00].join(':')
}
