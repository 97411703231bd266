import { deriveSecrets, type Secrets } from '../src/crypto/secrets.ts'
import { randomUUID } from 'node:crypto'
import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import type { Input, Reply, Route } from '@stowage/contract/route'
import { api } from '@stowage/contract'
import pg from 'pg'
import pino from 'pino'
import { afterAll } from 'vitest'
import type { z } from 'zod'
import { buildApp } from '../src/app.ts'
import { openCells } from '../src/cells/cells.ts'
import { readConfig } from '../src/config.ts'
import type { Clock, Context } from '../src/context.ts'
import { connect, type ConnectOptions } from '../src/database/connect.ts'
import { openReplica } from '../src/database/open.ts'
import { openHasher } from '../src/crypto/hashing.ts'
import { openLimits } from '../src/http/limits.ts'
import { errorsOf } from '../src/http/openapi.ts'
import { openImages } from '../src/images/images.ts'
import { readOutbox } from '../src/mail/outbox.ts'
import { createDatabase, type TestDatabase } from './cluster.ts'

/** A clock that tests can move; it starts at the real time and runs on. */
export type TestClock = Clock & { advance(ms: number): void }

function movableClock(): TestClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    advance: (ms) => void (offset += ms),
  }
}

export type Answer<Body> = {
  status: number
  body: Body
  headers: Record<string, string | string[] | number | undefined>
}

/** Body of a successful reply; for a sign-in, one without a demand for a second factor. */
type Success<R extends Route> = Exclude<Reply<R>, SecondFactorDemand> & Record<string, unknown>

/** The settings of a production server, for `setupApp`. */
export const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'a secret of a production server, 32 bytes long',
  PUBLIC_URL: 'https://stowage.example',
}

type CallOptions<R extends Route> = {
  params?: Input<R>['params']
  query?: Record<string, string>
  body?: z.input<R['body']> | Record<string, unknown>
  token?: string | undefined
  headers?: Record<string, string>
}

/** Returns the status and the code of a refusal, to compare. */
export const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]

const declared = new Map<Route, ReadonlySet<unknown>>()

/** Throws for a refusal that the API reference does not name for the route. Errors of the server are of no route. */
function requireDeclared(route: Route, status: number, code: unknown) {
  if (status < 400 || status >= 500) return
  const codes = declared.get(route) ?? errorsOf(route)
  declared.set(route, codes)
  if (codes.has(code)) return
  throw new Error(
    `${route.method} ${route.path} answered ${status} ${String(code)}, which its \`errors\` do not name`,
  )
}

export type TestApp = Awaited<ReturnType<typeof startApp>>

/**
 * The application for all tests of a file, closed after the last of them. It is awaited at the top of
 * the file, so what the tests share is a constant: `const app = await setupApp()`.
 */
export async function setupApp(...options: Parameters<typeof startApp>): Promise<TestApp> {
  const app = await startApp(...options)
  afterAll(() => app.close())
  return app
}

let shared: Promise<TestApp> | undefined

/**
 * The application that the files of one worker share: for tests that look at nothing but people and
 * platforms of their own, leave the clock alone and run no jobs.
 */
export const sharedApp = (): Promise<TestApp> => (shared ??= startApp())

/**
 * The real application on a database of its own; `env` overrides the test configuration. `via`
 * gives another way to the database, such as one that can be cut. `before` is the database of an
 * application that runs or ran before, as after a restart; it stays that one's to drop. Pictures may
 * take long, because the machine may be busy with other tests, unless `imageLimits` says otherwise.
 */
export async function startApp(
  env: Record<string, string> = {},
  via: (databaseUrl: string) => Promise<string> = async (url) => url,
  {
    before,
    imageLimits = { time: 20_000 },
    connection = {},
  }: {
    before?: TestDatabase
    imageLimits?: Parameters<typeof openImages>[1]
    connection?: ConnectOptions
  } = {},
) {
  const database = before ?? (await createDatabase())
  const config = readConfig({
    NODE_ENV: 'test',
    LIMITS_PROFILE: 'test',
    LOG_LEVEL: 'error',
    // Cheap hashes: these tests are about everything else.
    ARGON2_MEMORY_KIB: '64',
    ARGON2_TIME: '1',
    ...env,
  })
  const log = pino({ level: config.logLevel })
  const { db, pool, close } = connect(await via(database.appUrl), {
    max: 20,
    onError: () => {},
    ...connection,
  })
  const clock = movableClock()
  const secrets: Secrets = deriveSecrets(
    config.appSecret ?? 'a secret for tests only, 32 bytes long',
    config.appSecretPrevious,
  )
  const hasher = openHasher({ config, secrets })
  const images = openImages(log, imageLimits)
  const replica = openReplica(config, db, log)
  const cells = openCells({ db, replica }, { config, secrets, log })
  const context: Context = {
    config,
    db,
    control: db,
    cells,
    replica,
    clock,
    log,
    secrets,
    hasher,
    images,
  }
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 3 })
  // Some tests end every connection.
  owner.on('error', () => {})
  const app = await buildApp(context, await openLimits(context, pool))

  /** One request through the whole frame. The body is typed as the success of the route. */
  async function call<R extends Route>(
    route: R,
    options: CallOptions<R> = {},
  ): Promise<Answer<Success<R>>> {
    const params = (options.params ?? {}) as Record<string, string>
    const url = route.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    )
    const response = await app.inject({
      method: route.method,
      url: `/api/v1${url}`,
      query: options.query ?? {},
      ...(options.body !== undefined && { payload: options.body as object }),
      headers: {
        'user-agent': 'test',
        ...(options.token && { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      },
    })
    const text = response.body
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    // A file is text as it is.
    const body = (isJson ? JSON.parse(text) : text || undefined) as Success<R>
    requireDeclared(route, response.statusCode, body?.['code'])
    return {
      status: response.statusCode,
      body,
      headers: response.headers,
    }
  }

  /** Mails written so far to an address, newest first. A platform in a cell mails from its database. */
  const mailsTo = async (address: string, from = db, newest?: number) =>
    (await readOutbox(from, secrets, newest)).filter((mail) => mail.to === address)

  /** The token of the newest mail to an address whose link leads to `page`. */
  async function mailedToken(address: string, page: string): Promise<string> {
    // Most ask for what was just sent, and each mail of the database has to be opened.
    for (const newest of [3, 500])
      for (const mail of await mailsTo(address, db, newest)) {
        const found = new RegExp(`${page}\\?token=([\\w-]+)`).exec(mail.text)
        if (found?.[1]) return found[1]
      }
    throw new Error(`no mail to ${address} leads to ${page}`)
  }

  /** Registers, confirms and signs in an operator with an address of its own. */
  async function newOperator(
    overrides: Partial<{ email: string; password: string; verified: boolean }> = {},
  ) {
    const email = overrides.email ?? `${randomUUID()}@example.com`
    const password = overrides.password ?? 'correct horse battery'
    const { identity } = api
    await expectStatus(
      201,
      call(identity.accounts.register, {
        body: { firstName: 'Ada', lastName: 'Alba', email, password },
      }),
    )
    if (overrides.verified !== false) {
      const token = await mailedToken(email, 'verify-email')
      await expectStatus(200, call(identity.accounts.verifyEmail, { body: { token } }))
    }
    const { body } = await expectStatus(
      200,
      call(identity.sessions.login, { body: { email, password } }),
    )
    return { email, password, token: body.tokens.accessToken, ...body }
  }

  /** Creates a platform of this operator with a free name. */
  async function newPlatform(owner: { token: string }, name = `P ${randomUUID()}`) {
    const { body } = await expectStatus(
      201,
      call(api.platforms.directory.create, { token: owner.token, body: { name } }),
    )
    return body.platform
  }

  /** Creates a member of the platform and signs it in there. */
  async function newMember(
    owner: { token: string },
    platform: { id: string; slug: string },
    overrides: Partial<{
      email: string
      password: string
      role: string
      permissions: string[]
    }> = {},
  ) {
    const credentials = {
      email: `${randomUUID()}@example.com`,
      password: 'member password',
      ...overrides,
    }
    const created = await expectStatus(
      201,
      call(api.platforms.members.create, {
        token: owner.token,
        params: { platformId: platform.id },
        body: credentials,
      }),
    )
    const { body } = await expectStatus(
      200,
      call(api.platforms.tenantSessions.login, {
        params: { slug: platform.slug },
        body: { email: credentials.email, password: credentials.password },
      }),
    )
    return { ...created.body.member, ...credentials, token: body.tokens.accessToken, ...body }
  }

  return {
    http: app,
    context,
    db,
    /** The connections of the application. */
    pool,
    clock,
    database,
    ownerUrl: database.ownerUrl,
    /** Sessions of the owner of the tables, for `arrange`. */
    owner,
    call,
    mailsTo,
    mailedToken,
    newOperator,
    newPlatform,
    newMember,
    close: async () => {
      await app.close()
      await images.close()
      await replica?.close()
      await close()
      await owner.end()
      if (!before) await database.drop()
    },
  }
}

async function expectStatus<Body>(status: number, answer: Promise<Answer<Body>>) {
  const given = await answer
  if (given.status !== status)
    throw new Error(`expected ${status}, got ${given.status}: ${JSON.stringify(given.body)}`)
  return given
}
