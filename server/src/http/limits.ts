import { isIPv4 } from 'node:net'
import type { ErrorCode } from '@stowage/contract/errors'
import type { LimitName } from '@stowage/contract/route'
import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { record } from '../audit.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transactions.ts'
import { Failure } from '../errors.ts'
import type { Actor } from './actor.ts'
import { openCounterStore } from './counter-store.ts'
import { countTogether, type Standing } from './global-count.ts'
import type { GlobalLimit, KeyedLimit, Limit } from './limit-table.ts'

/** What a handler may count itself. */
export type Limits = {
  /** Counts one attempt before it is looked at, so that many at once are not all let in; 429 beyond. */
  spend(name: KeyedLimit, key: string): Promise<void>
  /** Takes back an attempt that turned out right. */
  refund(name: KeyedLimit, key: string): Promise<void>
}

/** Whom to blame for a request, and whom to tell how they stand with each limit that was counted. */
type Caller = { actor: Actor; note: (standing: Standing) => void }

/** The abuse counters; the first refusal of each key and window is recorded. */
export type RateLimiter = {
  /** Counts a call of the API without waiting for anything; beyond, gives a promise of the 429. */
  countCall(
    name: GlobalLimit,
    key: string,
    note: Caller['note'],
    actor: () => Actor,
  ): Promise<never> | undefined
  /**
   * Runs `work` as one attempt at the limits of its route; 429 when one is used up. Where only some
   * refusals count, an actor's own attempt counts until its outcome is known, so that many at once
   * hold too; of an address, which may be a whole company's, only the outcome counts.
   */
  attempt<T>(names: readonly LimitName[], caller: Caller, work: () => Promise<T>): Promise<T>
  /** The counters of one request, for its handler. */
  of(caller: Caller): Limits
  close(): void
}

type Name = LimitName | GlobalLimit | KeyedLimit
type Counter = { name: Name; limit: Limit; store: RateLimiterAbstract }
type Taken = {
  counter: Counter
  standing: Standing
  /** Does what remains once the outcome is known; gives what is left then. */
  settle: (isCounted: boolean) => Promise<number>
}

export async function openLimits(
  { config, db, log }: Pick<Context, 'config' | 'db' | 'log'>,
  pool: Pool,
): Promise<RateLimiter> {
  const stores = await openCounterStore({ config, log }, pool)
  const refusals = stores.open({ name: 'RATE_LIMITED', points: 1, window: 1, final: true })
  const counters = new Map<Name, Counter>()
  for (const [name, limit] of Object.entries(config.limits) as [Name, Limit][])
    if (limit.points > 0) {
      const final = !limit.refusals && !limit.pause
      counters.set(name, { name, limit, store: stores.open({ name, ...limit, final }) })
    }
  const globals = new Map<Name, ReturnType<typeof countTogether>>()
  for (const name of ['GLOBAL_IP', 'GLOBAL_SESSION'] as const) {
    const counter = counters.get(name)
    if (counter) globals.set(name, countTogether(counter.limit, counter.store))
  }

  async function refuse(name: Name, key: string, standing: Standing, { actor, note }: Caller) {
    note(standing)
    const customDuration = secondsOf(standing.resetMs)
    const before = await consume(refusals, `${name}|${key}`, { customDuration })
    if (!before.isOver)
      await inTransaction(db, {}, (tx) =>
        record(tx, actor, 'RATE_LIMITED', { outcome: 'denied', metadata: { limit: name } }),
      )
    return tooManyAttempts(name, standing.resetMs)
  }

  async function take(counter: Counter, key: string, caller: Caller): Promise<Taken> {
    const { name, limit, store } = counter
    const { isOver, remainingPoints, msBeforeNext } = await consume(store, key)
    const standing = { limit: limit.points, remaining: remainingPoints, resetMs: msBeforeNext }
    const giveBackUntil = performance.now() + msBeforeNext - safetyMs(limit)
    const giveBack = async () => {
      if (performance.now() > giveBackUntil) return
      // One attempt too many is no reason to take back what the request has done.
      await store.reward(key).catch((err: unknown) => log.warn({ err }, 'a limit kept an attempt'))
    }
    const settle = async (isCounted: boolean) => {
      if (!isCounted) await giveBack()
      return isCounted ? remainingPoints : remainingPoints + 1
    }
    if (!isOver) return { counter, standing, settle }
    // It was not looked at, so it must not count beside those that are.
    if (limit.refusals) await giveBack()
    return refuse(name, key, standing, caller)
  }

  /** Looks at the counter of an address now, which costs less than counting, and counts a refusal. */
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

/** One more; `isOver` when there were enough already. Throws when the store is away. */
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

/** What is given back so late could reach the store in the next window, which would then allow more. */
const safetyMs = ({ window }: Limit) => Math.min(5_000, window * 100)

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** The refusal that says how long to wait, in whole seconds rounded up; knows which limit it was. */
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
  // No tenant may use up another's budget.
  return `${actor.platform?.id ?? ''}|${by === 'net' ? networkOf(actor.ip) : addressOf(actor.ip)}`
}

/** One subscriber holds a whole IPv6 /64, so single addresses there count as one. */
export function addressOf(ip: string): string {
  // Asked for every call, and mostly this.
  if (isIPv4(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return address.parts.slice(0, 4).join(':')
}

/** The neighbourhood of an address: an IPv4 /24, an IPv6 /56. */
function networkOf(ip: string): string {
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.octets.slice(0, 3).join('.')
  const [a, b, c, d = 0] = address.parts
  return [a, b, c, d & 0xff00].join(':')
}
