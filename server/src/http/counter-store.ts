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
  /** Seconds a key that is used up waits; the rest of its window unless said. */
  pause?: number | undefined
  /** What is used up stays so until the window ends, so that it can be refused from memory. */
  final: boolean
}

/** Where attempts are counted for every server together. */
export type CounterStore = {
  open(spec: Spec): RateLimiterAbstract
  close(): void
}

/** PostgreSQL, or Redis where `REDIS_URL` names one. */
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
      // One of them clears away what has expired: the table is the same for all.
      const clearExpiredByTimeout = isFirst
      isFirst = false
      return new RateLimiterPostgres({ ...table, ...optionsOf(spec), clearExpiredByTimeout })
    },
    close: () => {},
  }
}

/** While Redis is away each server counts for itself, so that nobody is kept out and nothing is unlimited. */
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
