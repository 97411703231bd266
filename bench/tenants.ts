import { post, type Account } from './accounts.ts'
import { load, type Service } from './processes.ts'
import type { Section } from './report.ts'
import { median, ms, rate, alternate } from './rounds.ts'

const rounds = 3
const platforms = 50
const membersEach = 4
/** Milliseconds between two pages of one user. */
const pauseMs = 1_000

type Member = { slug: string; email: string; accessToken: string }
type Owned = { id: string; slug: string }

/** Creates and signs in members of 50 platforms over the API. */
async function makeMembers(port: number, owners: readonly Account[]): Promise<Member[]> {
  const members: Member[] = []
  for (const { accessToken } of owners) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/platforms/mine`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const { platforms: owned } = (await answer.json()) as { platforms: Owned[] }
    for (const { id, slug } of owned) {
      if (members.length === platforms * membersEach) return members
      for (let number = 0; number < membersEach; number += 1) {
        const credentials = { email: `m${number}@${slug}.test`, password: 'plenty of shelf space' }
        await post(port, `/api/v1/platforms/${id}/members/create`, credentials, accessToken)
        const { tokens } = (await post(port, `/api/v1/tenant/${slug}/login`, credentials)) as {
          tokens: { accessToken: string }
        }
        members.push({ slug, email: credentials.email, accessToken: tokens.accessToken })
      }
    }
  }
  throw new Error('The owners have too few platforms.')
}

/**
 * Measures all members concurrently, each reading its own data and trying its token on the next
 * platform. Fails if a reply contains another member's data or a foreign token is accepted.
 */
export async function compareTenants(
  server: Service,
  bare: Service,
  owners: readonly Account[],
  roundMs: number,
): Promise<Section> {
  const members = await makeMembers(server.port, owners)
  const ask = ({ slug, email, accessToken }: Member) => ({
    path: `/api/v1/tenant/${slug}/me`,
    headers: { authorization: `Bearer ${accessToken}` },
    holds: `"${email}"`,
  })
  const own = members.map(ask)
  const strange = members.map((member, number) => {
    const { slug } = members[(number + membersEach) % members.length] ?? member
    return { ...ask({ ...member, slug }), status: 401, holds: '"unauthorized"' }
  })
  const stream = { method: 'GET' as const, path: '', pauseMs }
  const browsing = { ...stream, name: 'own', requests: own, connections: own.length }
  const trying = { ...stream, name: 'strange', requests: strange, connections: membersEach * 5 }
  const measure =
    ({ port }: Service, streams: (typeof browsing)[]) =>
    async () => {
      const { own: result } = await load({ port, warmupMs: 1_500, measureMs: roundMs, streams })
      if (!result) throw new Error('The load generator lost a stream.')
      return result
    }
  const pairs = await alternate(
    rounds,
    measure(server, [browsing, trying]),
    measure(bare, [browsing]),
  )
  const [ours, theirs] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)]
  const above = median(pairs.map(([a, b]) => a.p95 - b.p95))
  const asked = ours.reduce((sum, { requests }) => sum + requests, 0)
  return {
    title: `GET /tenant/{slug}/me, ${members.length} members of ${platforms} platforms at once`,
    figures: [
      {
        what: 'Requests, each person one a second',
        measured: rate(median(ours.map((r) => r.perSecond))),
      },
      { what: `Answers to somebody else, of ${asked}`, measured: '0' },
      { what: 'p95', measured: ms(median(ours.map((r) => r.p95))) },
      { what: 'Bare server, p95', measured: ms(median(theirs.map((r) => r.p95))) },
      { what: 'p95 above the bare server’s', measured: ms(above) },
    ],
  }
}
