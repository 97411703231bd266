// Measures reads from large warehouses: lists, lookups, past stock and the integrity check. Loading
// takes minutes and 8 GB of disk. --data names a directory to keep the data, --rows sets the ledger
// size. --write and --seconds as in the other benches.
import { readFlags } from './flags.ts'
import { startService } from './processes.ts'
import { compareLists, compareLookUps, measurePast } from './reading.ts'
import { measureChecks } from './reading-checks.ts'
import { openWorlds, questionsOf, scansOf, untilIdle } from './reading-data.ts'
import { asText, atMost, writePart, type Section } from './report.ts'
import { warnAboutLoad, runBench, say, startDatabase, startServer } from './stage.ts'

const { isWritten, roundMs, rows, keptAt } = readFlags()

runBench(async () => {
  warnAboutLoad()
  const database = await startDatabase(keptAt)
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const server = await startServer({ ...urls, REQUIRE_VERIFIED_EMAIL: 'off' })
  const bare = await startService('bench/bare-reading-server.ts', '/ready', urls)
  const worlds = await openWorlds(database.ownerUrl, server.port, rows)
  const questions = await questionsOf(database.ownerUrl, worlds)
  const servers = { server, bare }
  say('Waiting for the server to be idle')
  await untilIdle(database.ownerUrl)
  const before = await scansOf(database.ownerUrl)
  say('Comparing lists')
  const sections: Section[] = [await compareLists(servers, worlds.stock, questions.stock, roundMs)]
  say('Comparing look-ups')
  sections.push(await compareLookUps(servers, worlds.search, questions.search, roundMs))
  say('Reading the past')
  const past = await measurePast(servers, worlds.ledger, questions.ledger, roundMs)
  sections.push(past)
  const scanned = [...(await scansOf(database.ownerUrl))]
    .map(([name, scans]) => ({ name, times: scans - (before.get(name) ?? 0) }))
    .filter(({ times }) => times > 0)
  const times = scanned.reduce((sum, table) => sum + table.times, 0)
  past.figures.push({
    what: 'Times a large table was read through in all of this',
    measured: [times, ...scanned.map((table) => `${table.name} ${table.times}`)].join(', '),
    limit: atMost(times, 0),
  })
  say('Checking the books')
  sections.push(await measureChecks(database.ownerUrl, server, worlds.ledger))
  await Promise.all([server.stop(), bare.stop()])
  process.stdout.write(asText(sections))
  if (isWritten) say(writePart('Reading', sections))
  return sections
})
