import { file, type Route } from '@stowage/contract/route'
import type { FastifyRequest } from 'fastify'
import { maxConcurrentHashes } from '../crypto/hashing.ts'
import { openTurnsByKey, type Bounds, type Turns } from '../concurrency/turns.ts'
import { fail } from '../errors.ts'
import { beginShort } from '../concurrency/slices.ts'
import { addressOf } from './limits.ts'

/*
 * Requests wait here before any work is done for them, so a workspace with a hundred requests has a few of them at work
 * at a time, and those of others come next. Waiting costs memory only. A refusal at once would be asked again at once.
 */

/** Milliseconds a request waits for its turn. */
const waitMillis = 10_000

/**
 * Kind of a request: short, working on a file for seconds, or from somebody not signed in, for whom a
 * password may be hashed. Each kind has its own slots, so printing or importing does not hold up colleagues.
 */
type Kind = 'short' | 'long' | 'stranger'

/** Bounds of each kind, for a pool of this many connections. */
const boundsOf = (connections: number): Record<Kind, Bounds> => ({
  // One more than one platform may have connections, so none of its connections is idle.
  short: { total: 500, each: Math.max(1, Math.floor(connections / 2)) + 1, waiting: 500 },
  long: { total: 100, each: 2, waiting: 200 },
  stranger: {
    total: 4 * maxConcurrentHashes,
    each: Math.max(1, Math.floor(maxConcurrentHashes / 2)),
    waiting: 200,
  },
})

export type Admission = {
  /** Waits for a turn. Fails with `unavailable` if there is none in time. Returns the function that ends it. */
  enter(route: Route, request: FastifyRequest): Promise<() => void>
}

export function openAdmission(connections: number): Admission {
  const bounds = boundsOf(connections)
  const turns: Record<Kind, Turns> = {
    short: openTurnsByKey(bounds.short, waitMillis),
    long: openTurnsByKey(bounds.long, waitMillis),
    stranger: openTurnsByKey(bounds.stranger, waitMillis),
  }
  return {
    async enter(route, request) {
      if (route.endless) return () => {}
      const kind = kindOf(route, request)
      const leave = await turns[kind].enter(keyOf(kind, request))
      // Nobody would read the reply.
      if (request.raw.socket.destroyed) {
        leave()
        fail('unavailable', { retryAfter: 1 })
      }
      if (kind !== 'short') return leave
      const end = beginShort()
      return () => {
        end()
        leave()
      }
    },
  }
}

function kindOf(route: Route, { query }: FastifyRequest): Kind {
  if (route.allow === 'public') return route.method === 'GET' ? 'short' : 'stranger'
  const isFile = route.reply === file || (query as { format?: unknown }).format === 'csv'
  return isFile || route.csv || route.upload || route.long ? 'long' : 'short'
}

/**
 * The workspace as the path names it, for nobody is known yet. Outside of workspaces the session, and of strangers the
 * address, so nobody uses up the turns of a workspace from outside.
 */
function keyOf(kind: Kind, { params, ip, headers }: FastifyRequest): string {
  const { slug = '', platformId = '' } = params as Record<string, string>
  const platform = slug.toLowerCase() || platformId
  if (kind === 'stranger') return `${platform}|${addressOf(ip)}`
  return platform || (headers.authorization ?? addressOf(ip))
}
