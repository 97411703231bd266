// Measures the audit log with ten million events. Takes ten minutes or
// more and 10 GB of disk. --write and --seconds as in the other benches.
import pg from 'pg'
import { makeAccounts } from './accounts.ts'
import { readFlags } from './flags.ts'
import { comparePages, measureExport } from './log.ts'
import { seedLog } from './log-seed.ts'
import { startService } from './processes.ts'
import { asText, atMost, writePart, type Section } from './report.ts'
import { warnAboutLoad, runBench, say, startDatabase, startServer } from './stage.ts'

const { isWritten, roundMs, events } = readFlags()

/** Returns the number of sequential scans of the log so far. */
async function sequentialScans(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ scans: number }>(
    `select seq_scan::int as scans from pg_stat_user_tables
     where schemaname = 'audit' and relname = 'audit_log'`,
  )
  await client.end()
  return rows[0]?.scans ?? Number.NaN
}

runBench(async () => {
  warnAboutLoad()
  const database = await startDatabase()
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  // Nothing reads the verification mails.
  const server = await startServer({ ...urls, REQUIRE_VERIFIED_EMAIL: 'off' })
  const bare = await startService('bench/bare-log-server.ts', '/ready', urls)
  const accounts = await makeAccounts(server.port, 8)
  const [wide, narrow] = accounts
  if (!wide || !narrow) throw new Error('There are no accounts.')
  say(`Writing ${events} events`)
  await seedLog(
    database.ownerUrl,
    accounts.map(({ id }) => id),
    events,
  )
  const scans = await sequentialScans(database.ownerUrl)
  const most = { who: 'of 200 platforms', account: wide }
  const sections: Section[] = []
  say('Comparing GET /logs')
  const readers = [
    { who: 'Of 20 platforms', account: narrow },
    { who: 'Of 200 platforms', account: wide },
  ]
  const pages = await comparePages(server, bare, readers, roundMs)
  const scanned = (await sequentialScans(database.ownerUrl)) - scans
  pages.figures.push({
    what: 'Times the whole log was read through meanwhile',
    measured: String(scanned),
    limit: atMost(scanned, 0),
  })
  sections.push(pages)
  say('Reading a file')
  sections.push(await measureExport(server, most))
  await Promise.all([server.stop(), bare.stop()])
  process.stdout.write(asText(sections))
  if (isWritten) say(writePart('Log', sections))
  return sections
})
