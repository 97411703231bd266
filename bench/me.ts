import type { Account } from './accounts.ts'
import { load, type Service } from './processes.ts'
import { atLeast, type Section } from './report.ts'
import { median, ms, rate, alternate } from './rounds.ts'

const rounds = 3
const connections = 16
/** Minimum share of the bare server's requests per second. */
const leastShare = 0.6

/**
 * Compares the most frequent request, `GET /auth/me`, with a bare server that does the same two
 * reads.
 */
export async function compareMe(
  server: Service,
  bare: Service,
  accounts: Account[],
  roundMs: number,
): Promise<Section> {
  const requests = accounts.map(({ accessToken }) => ({
    headers: { authorization: `Bearer ${accessToken}` },
  }))
  const measure =
    ({ port }: Service) =>
    async () => {
      const stream = {
        method: 'GET' as const,
        path: '/api/v1/auth/me',
        requests,
        connections,
        pauseMs: 0,
      }
      const plan = {
        port,
        warmupMs: 1_000,
        measureMs: roundMs,
        streams: [{ ...stream, name: 'me' }],
      }
      const { me } = await load(plan)
      if (!me) throw new Error('The load generator lost a stream.')
      return me
    }
  const pairs = await alternate(rounds, measure(server), measure(bare))
  const [ours, theirs] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)]
  const share = median(pairs.map(([a, b]) => a.perSecond / b.perSecond))
  const figuresOf = (name: string, results: typeof ours) => [
    { what: `${name}, requests`, measured: rate(median(results.map((r) => r.perSecond))) },
    { what: `${name}, p50`, measured: ms(median(results.map((r) => r.p50))) },
    { what: `${name}, p95`, measured: ms(median(results.map((r) => r.p95))) },
  ]
  return {
    title: `GET /auth/me, ${connections} connections`,
    figures: [
      ...figuresOf('Stowage', ours),
      ...figuresOf('Bare server', theirs),
      {
        what: 'Stowage, share of the bare server’s requests',
        measured: share.toFixed(2),
        limit: atLeast(share, leastShare),
      },
    ],
  }
}
