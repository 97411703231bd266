// Measures how long a workspace waits while another one keeps 100 connections busy with seven kinds of load. --write
// updates its section of docs/performance.md, --seconds sets the length of a round, --only names one kind of load.
import { makeAccounts } from './accounts.ts'
import { readFlags } from './flags.ts'
import { compareNeighbors, furnish } from './neighbors.ts'
import { openSite } from './posting.ts'
import { asText, writePart } from './report.ts'
import { warnAboutLoad, runBench, say, startServer } from './stage.ts'

const { isWritten, roundMs, only } = readFlags()

runBench(async () => {
  warnAboutLoad()
  const server = await startServer({
    REQUIRE_VERIFIED_EMAIL: 'off',
    // Wrong sign-ins are to be measured, not to be stopped.
    LIMIT_LOGIN_IP_FAIL: '0/1m',
  })
  const accounts = await makeAccounts(server.port, 2)
  const [mine, theirs] = accounts
  if (!mine || !theirs) throw new Error('There are no accounts.')
  const calm = await furnish(server.port, await openSite(server.port, mine, 'bench-calm', 200))
  const busy = await furnish(server.port, await openSite(server.port, theirs, 'bench-busy', 200))
  say('Measuring beside a busy workspace')
  const sections = [await compareNeighbors(server.port, calm, busy, roundMs, only)]
  await server.stop()
  process.stdout.write(asText(sections))
  if (isWritten) say(writePart('Neighbors', sections))
  return sections
})
