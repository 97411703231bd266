import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Context } from '../context.ts'

type Spec = {
  name: string
  points: number
  /** Seconds. */
  window: number
  /** How long a key over its limit is refused, in seconds. Default: the rest of its window. */
  pause?: number | undefined
  /** True if a key over its limit stays so until the window ends, so it can be refused from memory. */
  final: boolean
}

/** Counts attempts for all servers. */
export type CounterStore = {
  open(spec: Spec): RateLimiterAbstract
  close(): void
}

/** Opens PostgreSQL, or Redis if `REDIS_URL` is set. */
export async function openCounterStore(
  { config, log }: Pick<Context, 'config' | 'log'>,
  pool: Pool,
): Promise<CounterStore> {
  return config.redisUrl ? inRedis(config.redisUrl, log) : inPostgres(pool)
}

const optionsOf = ({ name, points, window, pause, final }: Spec) => ({
  keyPrefix: name,
  points,
  duration: window,
  blockDuration: pause ?? 0,
  ...(final && { inMemoryBlockOnConsumed: points + 1 }),
})

function inPostgres(pool: Pool): CounterStore {
  const table = {
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'ops',
    tableName: 'rate_limits',
    tableCreated: true,
  }
  let isFirst = true
  return {
    open(spec) {
      // One of them deletes expired rows, because all share a table.
      const clearExpiredByTimeout = isFirst
      isFirst = false
      return new RateLimiterPostgres({ ...table, ...optionsOf(spec), clearExpiredByTimeout })
    },
    close: () => {},
  }
}

/**
 * While Redis is unavailable each server counts separately, so limits still apply and nobody is
 * locked out.
 */
async function inRedis(url: string, log: Context['log']): Promise<CounterStore> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    keyPrefix: 'stowage:',
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  })
  let isAway = false
  redis.on('error', (error) => {
    if (!isAway)
      log.warn({ err: error }, 'REDIS_URL does not answer; counting in memory until then')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info('REDIS_URL answers again')
    isAway = false
  })
  return {
    open(spec) {
      const { keyPrefix, points, duration } = optionsOf(spec)
      return new RateLimiterRedis({
        ...optionsOf(spec),
        storeClient: redis,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
      })
    },
    close: () => redis.disconnect(),
  }
}
