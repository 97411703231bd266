import type { Account } from './accounts.ts'
import type { LoadPlan, LoadResult, Stream } from './load.ts'
import { hashAlone, load, startOn, type Service } from './processes.ts'
import { atLeast, atMost, type Section } from './report.ts'
import { median, ms, rate, alternate } from './rounds.ts'
import { storedHash } from './stored-hash.ts'

const rounds = 3
/** At least twice the concurrent hashes, so the queue is never empty. */
const connections = 8
/** Minimum share of the CPU's raw hash rate. */
const leastShare = 0.9
/**
 * Maximum time of another request, relative to the median sign-in. About 0.05 while hashes run in
 * threads, 0.2 if they block the event loop.
 */
const mostWait = 0.12

/**
 * Measures sign-in, which is mainly hashing, and its effect on other requests. With a `processor`,
 * both servers run on that CPU only, and database and clients elsewhere.
 */
export async function compareLogin(
  { server, bare }: { server: Service; bare: Service },
  accounts: Account[],
  ownerUrl: string,
  { roundMs, processor }: { roundMs: number; processor: number | undefined },
): Promise<Section> {
  const hash = await storedHash(ownerUrl)
  const plan: LoadPlan = { port: server.port, warmupMs: 4_000, measureMs: roundMs, streams: [] }
  const calm = await load({ ...plan, streams: probes(accounts) })
  const alone = () => startOn(processor, () => hashAlone(hash, roundMs / 1000))
  const pairs = await alternate(
    rounds,
    () => load({ ...plan, streams: [signIns(accounts), ...probes(accounts)] }),
    alone,
  )
  const least = await alternate(
    rounds,
    () => load({ ...plan, port: bare.port, streams: [signIns(accounts)] }),
    alone,
  )
  const medianOf = (name: string, pick: (result: LoadResult) => number) =>
    median(pairs.map(([results]) => pick(resultOf(results, name))))
  const shareIn = (turns: typeof pairs) =>
    median(turns.map(([results, most]) => resultOf(results, 'login').perSecond / most))
  const share = shareIn(pairs)
  const login = medianOf('login', (r) => r.p50)
  const wait = medianOf('healthz', (r) => r.p50) / login
  const [, parameters = ''] = /^\$argon2id\$v=\d+\$([^$]+)\$/.exec(hash) ?? []
  return {
    title: `POST /auth/login, ${connections} connections, argon2id ${parameters}, ${
      processor === undefined ? 'all on the same processors' : 'the server on one processor'
    }`,
    figures: [
      { what: 'Stowage, sign-ins', measured: rate(medianOf('login', (r) => r.perSecond)) },
      { what: 'Stowage, sign-in p50', measured: ms(login) },
      { what: 'Stowage, sign-in p95', measured: ms(medianOf('login', (r) => r.p95)) },
      { what: 'Hashing alone', measured: rate(median(pairs.map(([, most]) => most))) },
      {
        what: 'Stowage, share of hashing alone',
        measured: share.toFixed(2),
        limit: atLeast(share, leastShare),
      },
      { what: 'Bare server, share of hashing alone', measured: shareIn(least).toFixed(2) },
      {
        what: 'GET /healthz p50 during sign-ins, share of a sign-in’s p50',
        measured: wait.toFixed(2),
        limit: atMost(wait, mostWait),
      },
      { what: 'GET /healthz p95, calm', measured: ms(resultOf(calm, 'healthz').p95) },
      {
        what: 'GET /healthz p95, during sign-ins',
        measured: ms(medianOf('healthz', (r) => r.p95)),
      },
      { what: 'GET /auth/me p95, calm', measured: ms(resultOf(calm, 'me').p95) },
      { what: 'GET /auth/me p95, during sign-ins', measured: ms(medianOf('me', (r) => r.p95)) },
    ],
  }
}

const signIns = (accounts: Account[]): Stream => ({
  name: 'login',
  method: 'POST',
  path: '/api/v1/auth/login',
  // Each user has its own address, because one address may use only half of the hashing capacity.
  requests: accounts.map(({ email, password, deviceToken }, number) => ({
    headers: { 'x-device-token': deviceToken, 'x-forwarded-for': `203.0.113.${number + 1}` },
    body: JSON.stringify({ email, password }),
  })),
  connections,
  pauseMs: 0,
})

/** Occasional requests of other users. */
const probes = ([account]: Account[]): Stream[] => {
  const authorization = `Bearer ${account?.accessToken ?? ''}`
  const probe = { method: 'GET' as const, connections: 1, pauseMs: 20 }
  return [
    { ...probe, name: 'healthz', path: '/healthz', requests: [{ headers: {} }] },
    { ...probe, name: 'me', path: '/api/v1/auth/me', requests: [{ headers: { authorization } }] },
  ]
}

function resultOf(results: Record<string, LoadResult>, name: string): LoadResult {
  const result = results[name]
  if (!result) throw new Error(`The load generator lost the stream ${name}.`)
  return result
}
