// Compares posting stock with a bare server that does the same transaction, and measures it in a second cell. --write updates its section of docs/performance.md, --seconds sets the length of a round.
import { makeAccounts } from './accounts.ts'
import { readFlags } from './flags.ts'
import { compareCells } from './cells.ts'
import { comparePosting, openSite } from './posting.ts'
import { startService } from './processes.ts'
import { asText, writePart } from './report.ts'
import { warnAboutLoad, runBench, say, startDatabase, startServer } from './stage.ts'

const { isWritten, roundMs } = readFlags()

runBench(async () => {
  warnAboutLoad()
  const database = await startDatabase()
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const server = await startServer({ ...urls, REQUIRE_VERIFIED_EMAIL: 'off' })
  const bare = await startService('bench/bare-warehouse-server.ts', '/ready', urls)
  const [account] = await makeAccounts(server.port, 1)
  if (!account) throw new Error('There is no account.')
  const { site, items } = await openSite(server.port, account, 'bench-posting', 1_000)
  const servers = { server, bare }
  const compare = (document: 'receipt' | 'adjustment', title: string, of: readonly string[]) => {
    say(`Posting ${document}s ${title}`)
    return comparePosting(document, title, servers, site, of, roundMs)
  }
  const sections = [
    await compare('receipt', 'over 1,000 items', items),
    await compare('receipt', 'on one bucket', items.slice(0, 1)),
    await compare('adjustment', 'over 1,000 items', items),
  ]
  await bare.stop()
  await server.stop()
  say('Posting in a second cell')
  sections.push(await compareCells(roundMs))
  process.stdout.write(asText(sections))
  if (isWritten) say(writePart('Warehouse', sections))
  return sections
})
