import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/cluster.ts'
import { connect, type Database } from './connect.ts'

let files: TestDatabase
let database: Database
beforeAll(async () => {
  files = await createDatabase()
  database = connect(files.appUrl)
})
afterAll(async () => {
  await database.close()
  await files.drop()
})

test('a statement sent the moment an idle connection times out is answered', async () => {
  const client = await database.pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.emit('timeout')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
})
