import type { ErrorCode } from '@stowage/contract/errors'
import type { LimitName } from '@stowage/contract/route'
import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Failure, fail } from '../errors.ts'
import type { Actor } from './actor.ts'

type Limit = {
  /** Requests per window, and the window in seconds. */
  points: number
  window: number
  by: 'ip' | 'actor' | 'key'
  /** Counts only requests refused with one of these. */
  refusals?: readonly ErrorCode[]
  /** The test profile multiplies these by a hundred. */
  relaxed: boolean
  /** Seconds a key that is used up then has to wait, where that differs from the window. */
  pause?: number
}

/** Counters by a key that only a handler knows, such as the account behind a challenge. */
export type KeyedLimit = 'SECOND_FACTOR'

const minute = 60
const hour = 3600

const defaults: Record<LimitName | KeyedLimit, Limit> = {
  SECOND_FACTOR: { points: 10, window: hour, by: 'key', relaxed: false, pause: 15 * minute },
  REGISTER_IP: { points: 100, window: hour, by: 'ip', relaxed: true },
  REGISTER_NET: { points: 1000, window: 24 * hour, by: 'ip', relaxed: true },
  LOGIN_IP_FAIL: {
    points: 100,
    window: 15 * minute,
    by: 'ip',
    refusals: [
      'invalid_credentials',
      'invalid_code',
      'login_challenge_expired',
      'passkey_rejected',
    ],
    relaxed: true,
  },
  REFRESH_IP: { points: 600, window: minute, by: 'ip', relaxed: true },
  LOGOUT_IP: { points: 300, window: minute, by: 'ip', relaxed: true },
  FORGOT_IP: { points: 60, window: hour, by: 'ip', relaxed: true },
  RESEND_IP: { points: 60, window: hour, by: 'ip', relaxed: true },
  RESET_IP: { points: 60, window: hour, by: 'ip', relaxed: true },
  VERIFY_IP: { points: 60, window: hour, by: 'ip', relaxed: true },
  PASSWORD_CHANGE: {
    points: 5,
    window: 15 * minute,
    by: 'actor',
    refusals: ['invalid_password'],
    relaxed: false,
  },
  TWOFA_VERIFY: {
    points: 5,
    window: 15 * minute,
    by: 'actor',
    refusals: ['invalid_code'],
    relaxed: false,
  },
  REAUTH: {
    points: 5,
    window: 15 * minute,
    by: 'actor',
    refusals: ['invalid_password', 'invalid_code', 'method_not_sufficient'],
    relaxed: false,
  },
  EMAIL_CHANGE: { points: 5, window: hour, by: 'actor', relaxed: false },
  BACKUP_VIEW: { points: 10, window: hour, by: 'actor', relaxed: false },
  PASSKEY_BEGIN: { points: 60, window: hour, by: 'actor', relaxed: true },
  PASSKEY_LOGIN_IP: { points: 120, window: minute, by: 'ip', relaxed: true },
  ACCOUNT_EXPORT: { points: 5, window: hour, by: 'actor', relaxed: false },
  AVATAR: { points: 60, window: hour, by: 'actor', relaxed: true },
  CHECK_NAME: { points: 120, window: minute, by: 'actor', relaxed: false },
  LOGS: { points: 300, window: minute, by: 'actor', relaxed: true },
  PLATFORM_CREATE: { points: 100, window: hour, by: 'actor', relaxed: true },
  MEMBER_CREATE: { points: 300, window: hour, by: 'actor', relaxed: true },
  RESOLVE_IP: { points: 300, window: minute, by: 'ip', relaxed: true },
}

/** The abuse counters of the routes, kept in PostgreSQL so that every server counts together. */
export type Limits = {
  /** Counts one request against each limit; 429 with the wait when one is used up. */
  consume(names: readonly LimitName[], actor: Actor): Promise<void>
  /**
   * Runs `work`; its refusal counts against the limits that count such refusals. What counts an
   * actor's own guesses counts them before they are looked at, so that many at once are not all let
   * in, and takes back those that were no wrong guess.
   */
  watch<T>(names: readonly LimitName[], actor: Actor, work: () => Promise<T>): Promise<T>
  /** Counts one attempt before it is looked at, so that many at once are not all let in; 429 beyond. */
  spend(name: KeyedLimit, key: string): Promise<void>
  /** Takes back an attempt that turned out right. */
  refund(name: KeyedLimit, key: string): Promise<void>
}

export function openLimits(pool: Pool, profile: 'default' | 'test'): Limits {
  const limiters = new Map<string, RateLimiterAbstract>()
  for (const [name, limit] of Object.entries(defaults) as [string, Limit][]) {
    const points = limit.points * (profile === 'test' && limit.relaxed ? 100 : 1)
    limiters.set(
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'ops',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: limit.window,
        blockDuration: limit.pause ?? 0,
        // A key that is used up is refused from memory until its window ends.
        inMemoryBlockOnConsumed: points + 1,
      }),
    )
  }
  // Every name has a row in `defaults`.
  const limiter = (name: LimitName | KeyedLimit) => limiters.get(name) as RateLimiterAbstract

  return {
    async consume(names, actor) {
      for (const name of names) {
        if (defaults[name].refusals) {
          const used = await limiter(name).get(keyOf(name, actor))
          if (used && used.consumedPoints >= limiter(name).points)
            tooManyAttempts(used.msBeforeNext)
        } else await count(limiter(name), keyOf(name, actor))
      }
    },
    async watch(names, actor, work) {
      const watched = names.filter((name) => defaults[name].refusals)
      const guesses = watched.filter((name) => defaults[name].by === 'actor')
      for (const name of guesses) await count(limiter(name), keyOf(name, actor))
      let refusal: ErrorCode | undefined
      try {
        return await work()
      } catch (error) {
        if (error instanceof Failure && error.isCounted) refusal = error.code
        throw error
      } finally {
        for (const name of watched) {
          const counts = refusal !== undefined && defaults[name].refusals?.includes(refusal)
          const isCounted = guesses.includes(name)
          if (counts && !isCounted) await count(limiter(name), keyOf(name, actor))
          if (!counts && isCounted) await limiter(name).reward(keyOf(name, actor))
        }
      }
    },
    spend: (name, key) => count(limiter(name), key),
    async refund(name, key) {
      await limiter(name).reward(key)
    },
  }
}

async function count(limiter: RateLimiterAbstract, key: string) {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) tooManyAttempts(refusal.msBeforeNext)
    throw refusal
  }
}

/** Answers 429 and says how long to wait, in whole seconds rounded up. */
export function tooManyAttempts(msBeforeNext: number): never {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000))
  const wait =
    retryAfter < minute
      ? `${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`
      : `${Math.ceil(retryAfter / minute)} ${retryAfter <= minute ? 'minute' : 'minutes'}`
  fail('rate_limited', { message: `Too many attempts. Try again in ${wait}.`, retryAfter })
}

function keyOf(name: LimitName, actor: Actor): string {
  if (defaults[name].by === 'actor' && actor.id) return actor.id
  // No tenant may use up another's budget.
  return `${actor.platform?.id ?? ''}|${network(actor.ip)}`
}

/** One subscriber holds a whole IPv6 /64, so single addresses there count as one. */
function network(ip: string): string {
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return address.parts.slice(0, 4).join(':')
}
