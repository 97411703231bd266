import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../cluster.ts'

test('the first events of an action on a platform do not wait for each other', async () => {
  const database = await createDatabase()
  const open = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  const [one, other, owner] = await Promise.all([
    open(database.appUrl),
    open(database.appUrl),
    open(database.ownerUrl),
  ])
  const platformId = randomUUID()
  const insert = (client: pg.Client, action: string) =>
    client.query(
      `insert into audit.audit_log
         (id, created_at, action, outcome, actor_type, platform_id, request_id, metadata)
       values (gen_random_uuid(), now(), $1, 'success', 'system', $2, 'r', '{}')`,
      [action, platformId],
    )
  for (const client of [one, other]) {
    await client.query('begin')
    await client.query("set local lock_timeout = '2s'")
  }
  // In opposite order: whoever waited would wait for ever.
  await insert(one, 'FIRST')
  await insert(other, 'SECOND')
  await insert(one, 'SECOND')
  await insert(other, 'FIRST')
  await one.query('commit')
  await other.query('commit')
  await insert(one, 'FIRST')
  const { rows } = await owner.query<{ value: string }>(
    'select value from audit.audit_values where platform_id = $1 order by value',
    [platformId],
  )
  expect(rows.map(({ value }) => value)).toEqual(['FIRST', 'FIRST', 'SECOND', 'SECOND'])
  await Promise.all([one, other, owner].map((client) => client.end()))
  await database.drop()
})
