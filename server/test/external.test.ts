import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../src/database/connect.ts'
import { pendingMigrations } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open.ts'
import { preparePostgres } from '../src/database/postgres-binaries.ts'
import { startExternalPostgres, systemPostgres } from './external-postgres.ts'

const silent = { info: () => {}, warn: console.warn, error: console.error }
// Ours, and where the machine has one of its own the oldest of those, because rights differ.
const servers = [join(preparePostgres(tmpdir()), 'bin'), ...systemPostgres().slice(0, 1)]

describe.each(servers)('an external PostgreSQL server from %s', (bin) => {
  let server: Awaited<ReturnType<typeof startExternalPostgres>>
  beforeAll(async () => {
    server = await startExternalPostgres(bin)
  })
  afterAll(() => server.stop())

  const arrange = async (...statements: string[]) => {
    const admin = connect(server.url)
    for (const statement of statements) await sql.raw(statement).execute(admin.db)
    await admin.close()
  }
  const as = (login: string, database: string) =>
    server.url.replace('admin:external', `${login}:external`).replace(/\/stowage$/, `/${database}`)

  const roleOf = async (url: string) => {
    const { db, close } = connect(url)
    const { rows } = await sql<{ role: string }>`
      select current_user::text as role from audit.audit_seal
      right join (select 1) one on true limit 1`.execute(db)
    await close()
    return rows[0]?.role
  }

  /** Opens the database as the server would, and returns the login and role of its connections. */
  const serve = async (databaseUrl: string, databaseOwnerUrl?: string) => {
    const opened = new AsyncDisposableStack()
    try {
      const config = { databaseUrl, databaseOwnerUrl, databasePool: 4, dataDir: '/nowhere' }
      const { db, sealerUrl } = await openDatabase(config, silent, opened)
      expect(await pendingMigrations(db)).toEqual([])
      expect(await roleOf(sealerUrl)).toBe('stowage_sealer')
      const { rows } = await sql<{ login: string; role: string; jobs: boolean }>`
        select session_user::text as login, current_user::text as role,
          has_table_privilege('pgboss.job', 'insert') as jobs`.execute(db)
      return rows[0]
    } finally {
      await opened.disposeAsync()
    }
  }

  test('gets its roles from an owner with CREATEROLE and reports one without', async () => {
    await arrange(
      `create role maker login createrole password 'external'`,
      `create role plain login password 'external'`,
      'create database made owner maker',
      'create database bare owner plain',
    )
    await expect(serve(as('plain', 'bare'))).rejects.toThrow(
      'The owner login cannot create the role stowage_owner. Give it CREATEROLE',
    )
    const found = await serve(as('maker', 'made'))
    expect(found).toEqual({ login: 'maker', role: 'stowage_app', jobs: true })
  })

  test('may be served by a superuser, who then acts as the application', async () => {
    for (const start of ['first', 'second']) {
      const found = await serve(server.url)
      expect(found, start).toEqual({ login: 'admin', role: 'stowage_app', jobs: true })
    }
  })

  test('may have a serving login besides its owner', async () => {
    await arrange(
      `create role keeper login createrole password 'external'`,
      `create role waiter login password 'external'`,
      'create database kept owner keeper',
      // Another login made the roles, so this one has to be let pass them on.
      'grant stowage_owner, stowage_app, stowage_authz, stowage_stock, stowage_sealer to keeper with admin option',
    )
    const found = await serve(as('waiter', 'kept'), as('keeper', 'kept'))
    expect(found).toEqual({ login: 'waiter', role: 'stowage_app', jobs: true })
  })

  test('reports an owner without the right to create schemas', async () => {
    await arrange(
      `create role guest login password 'external'`,
      'create database theirs',
      'grant stowage_owner, stowage_app, stowage_authz, stowage_stock, stowage_sealer to guest with admin option',
    )
    await expect(serve(as('guest', 'theirs'))).rejects.toThrow(
      'grant create on database theirs to stowage_owner;',
    )
  })

  test('names the variable when the login is refused', async () => {
    const wrong = server.url.replace('admin:external', 'admin:wrong')
    await expect(serve(wrong)).rejects.toThrow(/^DATABASE_URL: .*password authentication failed/)
  })
})
