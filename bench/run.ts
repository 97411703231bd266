// Compares the server with a minimal one on the same machine. --write updates its section of
// docs/performance.md, --seconds sets the length of a round.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts } from './accounts.ts'
import { readFlags } from './flags.ts'
import { compareLogin } from './login.ts'
import { compareMe } from './me.ts'
import { buildWeb, keepTo, residentMb, startOn, startService } from './processes.ts'
import { asText, atMost, writePart, type Section } from './report.ts'
import { dataDir, warnAboutLoad, runBench, say, startDatabase, startServer } from './stage.ts'

const { isWritten, roundMs } = readFlags()

/** Measures a default start with the embedded database. */
async function measureStart(): Promise<Section> {
  say('Starting and idling')
  const first = await startServer()
  await first.stop()
  const second = await startServer()
  await sleep(5_000)
  const resident = residentMb(second.pid)
  await second.stop()
  const seconds = second.readyAfterMs / 1000
  return {
    title: 'Start and idle',
    figures: [
      {
        what: 'First start, making the database',
        measured: `${(first.readyAfterMs / 1000).toFixed(2)} s`,
      },
      {
        what: 'Second start until ready',
        measured: `${seconds.toFixed(2)} s`,
        limit: atMost(seconds, 5, ' s'),
      },
      {
        what: 'Resident memory of the idle server process',
        measured: `${resident.toFixed(0)} MB`,
        limit: atMost(resident, 150, ' MB'),
      },
    ],
  }
}

/** Starts both servers on one database of this process. */
async function startBoth(name: string, processor?: number) {
  const { appUrl, ownerUrl } = await startDatabase(path.join(dataDir, name))
  const urls = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  const server = await startOn(processor, () =>
    startServer({ ...urls, TRUSTED_PROXIES: '127.0.0.1' }),
  )
  const bare = await startOn(processor, () => startService('bench/bare-server.ts', '/ready', urls))
  const accounts = await makeAccounts(server.port, 8)
  return { server, bare, accounts, ownerUrl }
}

async function measureMe(): Promise<Section> {
  say('Comparing GET /auth/me')
  const { server, bare, accounts } = await startBoth('me')
  const section = await compareMe(server, bare, accounts, roundMs)
  await Promise.all([server.stop(), bare.stop()])
  return section
}

/** Measures sign-in on a separate CPU, as on a separate host. */
async function measureSignIn(): Promise<Section> {
  say('Comparing POST /auth/login')
  const processor = keepTo(0) ? 1 : undefined
  const { server, bare, accounts, ownerUrl } = await startBoth('sign-in', processor)
  const section = await compareLogin({ server, bare }, accounts, ownerUrl, { roundMs, processor })
  await Promise.all([server.stop(), bare.stop()])
  return section
}

runBench(async () => {
  warnAboutLoad()
  // The built web is part of startup time and memory.
  if (!buildWeb()) throw new Error('The web could not be built.')
  const sections = [await measureStart(), await measureMe(), await measureSignIn()]
  process.stdout.write(asText(sections))
  if (isWritten) say(writePart('Server', sections))
  return sections
})
