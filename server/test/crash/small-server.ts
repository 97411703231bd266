// A server reduced to its database, to be killed: writes numbered rows and says which are committed.
import pg from 'pg'
import { startEmbedded } from '../../src/database/embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
const log = { info: () => {}, warn: console.error, error: console.error }
try {
  const server = await startEmbedded({ dataDir, log })
  const pool = new pg.Pool({ connectionString: server.ownerUrl, max: 4 })
  await pool.query('create table if not exists notes (number bigserial primary key)')
  console.log(`ready ${server.pid()}`)
  const write = async () => {
    for (;;) {
      const { rows } = await pool.query<{ number: string }>(
        'insert into notes default values returning number',
      )
      console.log(rows[0]?.number)
    }
  }
  await Promise.all([write(), write(), write()])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
