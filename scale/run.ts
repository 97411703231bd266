// npm run test:scale: long scenarios on several servers or machines. They need root on Debian, and install what they use.
// Names run some of them: npm run test:scale -- release
import { parseArgs } from 'node:util'
import { testBackup } from './backup.ts'
import { testCells } from './cells.ts'
import { testContainer } from './container.ts'
import { say } from './debian.ts'
import { testFailover } from './failover.ts'
import { testPgBouncer } from './pgbouncer.ts'
import { testRelease } from './release.ts'
import { testServers } from './servers.ts'
import { testUpgrade } from './upgrade.ts'
import { testVersions } from './versions.ts'

const { values, positionals: named } = parseArgs({
  options: {
    /** How often the primary is killed. */
    kills: { type: 'string', default: '10' },
    /** The commit that is upgraded from. Default: the last tag, or the commit that last named a release in CHANGELOG.md. */
    from: { type: 'string' },
  },
  allowPositionals: true,
})

const scenarios: Record<string, () => Promise<string>> = {
  release: testRelease,
  container: testContainer,
  backup: testBackup,
  servers: testServers,
  cells: testCells,
  pgbouncer: testPgBouncer,
  versions: testVersions,
  upgrade: () => testUpgrade({ from: values.from }),
  failover: () => testFailover({ kills: Number(values.kills) }),
}

const unknown = named.filter((name) => !(name in scenarios))
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(', ')}. There are ${Object.keys(scenarios).join(', ')}.\n`,
  )
  process.exit(2)
}
for (const [name, scenario] of Object.entries(scenarios)) {
  if (named.length > 0 && !named.includes(name)) continue
  say(`== ${name}`)
  say(await scenario())
}
