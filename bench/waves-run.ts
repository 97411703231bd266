// Measures the release of a wave of a thousand orders alone. `npm run bench:orders` has it too.
import { makeAccounts } from './accounts.ts'
import { openSite } from './posting.ts'
import { asText } from './report.ts'
import { runBench, say, startDatabase, startServer, warnAboutLoad } from './stage.ts'
import { measureWave } from './waves.ts'

runBench(async () => {
  warnAboutLoad()
  const database = await startDatabase()
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const server = await startServer({ ...urls, REQUIRE_VERIFIED_EMAIL: 'off' })
  const [account] = await makeAccounts(server.port, 1)
  if (!account) throw new Error('There is no account.')
  say('Preparing 1,000 items')
  const { site, items } = await openSite(server.port, account, 'bench-wave', 1_000)
  say('Releasing a wave')
  const sections = [await measureWave(server, urls, site, items)]
  await server.stop()
  process.stdout.write(asText(sections))
  return sections
})
