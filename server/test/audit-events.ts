import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { operatorWithFactor } from './second-factor.ts'
import { startWorkerFor } from './worker-for.ts'

export const userAgent = 'Mozilla/5.0 (audit)'
/** Headers of the one call of a row, so its events show where it came from. */
export const headers = { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.9' }
export const signedIn = (token: string) => ({ token, headers })

type Operator = Awaited<ReturnType<TestApp['newOperator']>>
type Factor = Awaited<ReturnType<typeof operatorWithFactor>>
/** Everybody a row may speak of, new for each. */
export type People = {
  operator: Operator
  platform: Awaited<ReturnType<TestApp['newPlatform']>>
  member: Awaited<ReturnType<TestApp['newMember']>>
}
export const at = ({ platform }: People) => ({ platformId: platform.id, slug: platform.slug })

type Who = 'operator' | 'member' | 'nobody'
type Expected = [
  action: string,
  who: Who,
  where: 'platform' | 'nowhere',
  outcome?: 'failure' | 'denied',
]
export type Row<About> = {
  name: string
  /** The one call whose events are looked at; what is needed before goes without our headers. */
  call: (about: About) => Promise<{ status: number; headers: Record<string, unknown> }>
  status: number
  events: Expected[]
}

export type Stage = {
  readonly app: TestApp
  /** Waits until no job is left. */
  settle(): Promise<void>
  eventsOf(requestId: unknown): Promise<Record<string, unknown>[]>
}

/** An application with a worker for the tests of one file. */
export function openStage(): Stage {
  let app: TestApp
  let worker: Awaited<ReturnType<typeof startWorkerFor>>
  beforeAll(async () => {
    app = await startApp()
    worker = await startWorkerFor(app)
  })
  afterAll(async () => {
    await worker.stop()
    await app.close()
  })
  return {
    get app() {
      return app
    },
    settle: () => worker.settle(),
    eventsOf: (requestId) =>
      arrange(
        app,
        `select action, outcome, actor_type, actor_id, actor_email, platform_id, platform_slug, ip,
           user_agent, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from audit.audit_log where request_id = $1 order by id`,
        [requestId],
      ),
  }
}

/** An operator, a platform of theirs and one of its members. */
export async function people({ app }: Stage): Promise<People> {
  const operator = await app.newOperator()
  const platform = await app.newPlatform(operator)
  const member = await app.newMember(operator, platform, { role: 'staff' })
  return { operator, platform, member }
}

/** An operator alone. */
export const person = async ({ app }: Stage): Promise<{ operator: Operator }> => ({
  operator: await app.newOperator(),
})

/** An operator with an authenticator and backup codes. */
export const personWithFactor = async ({ app }: Stage): Promise<{ operator: Factor }> => ({
  operator: await operatorWithFactor(app),
})

/** Each row: its call leaves exactly its events, of the right person, platform and time. */
export function expectEvents<About extends Partial<People> & { operator: Operator }>(
  stage: Stage,
  arrangement: (stage: Stage) => Promise<About>,
  rows: readonly Row<About>[],
) {
  describe('L01 every change leaves exactly its events:', () => {
    test.each(rows)('$name', async ({ call, status, events }) => {
      const { app } = stage
      const about = await arrangement(stage)
      const begun = app.clock.now()
      const answer = await call(about)
      expect(answer.status).toBe(status)
      await stage.settle()

      const { operator, platform, member } = about
      const { email } = operator
      const actors = {
        operator: { actor_type: 'operator', actor_id: operator.user.id, actor_email: email },
        member: { actor_type: 'tenant_user', actor_id: member?.id, actor_email: member?.email },
        nobody: { actor_type: 'anonymous', actor_id: null, actor_email: email },
      }
      const places = {
        platform: { platform_id: platform?.id, platform_slug: platform?.slug },
        nowhere: { platform_id: null, platform_slug: null },
      }
      const found = await stage.eventsOf(answer.headers['x-request-id'])
      expect(found).toEqual(
        events.map(([action, who, where, outcome = 'success']) => ({
          action,
          outcome,
          ip: '127.0.0.1',
          user_agent: userAgent,
          at: expect.any(String),
          ...actors[who],
          ...places[where],
        })),
      )
      for (const { at: time } of found) {
        expect(Date.parse(String(time))).toBeGreaterThanOrEqual(begun.getTime())
        expect(Date.parse(String(time))).toBeLessThanOrEqual(app.clock.now().getTime())
      }
    })
  })
}
