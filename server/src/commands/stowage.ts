import path from 'node:path'
import { pino } from 'pino'
import { runCell, settingsOfCell } from './cell.ts'
import { controlCell } from '../cells/cells.ts'
import { listElsewhere } from '../cells/operation-queries.ts'
import { databaseOf, openDatabases, type PlatformDatabase } from './databases.ts'
import { keptSecret, readConfig, type Config } from '../config.ts'
import { parseCommand, usage, type Command } from './command-line.ts'
import type { Clock } from '../context.ts'
import { restoreBackup, takeBackup } from '../database/backup.ts'
import { connect } from '../database/connect.ts'
import { joinDatabase, openDatabase, type OpenDatabase } from '../database/open.ts'
import { inTransaction, isUnavailable } from '../database/transactions.ts'
import { emailKey } from '../mail/email-key.ts'
import { changeAccount } from '../identity/accounts/commands.ts'
import { replaceKeys, rotateKeysEarly } from '../identity/signing-keys/jobs.ts'
import { signingKey } from '../identity/signing-keys/commands.ts'
import { ownChain } from '../platforms/audit/chain-queries.ts'
import { verifyLog } from '../platforms/audit/verify-log.ts'
import { changePlatform } from '../platforms/directory/commands.ts'
import { findPlatform } from '../platforms/directory/queries.ts'
import { deriveSecrets } from '../crypto/secrets.ts'
import { StartRefused } from '../errors.ts'
import '../nouns.ts'
import { verifyEach } from '../warehouse/integrity/verify.ts'

// Commands for the server's administrator, described in docs/operations.md.

type Tools = {
  config: Config
  /** The control database. */
  database: OpenDatabase
  /** It and the cells. */
  databases: readonly PlatformDatabase[]
  clock: Clock
  log: typeof log
}

// Standard output contains only the result.
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))
const say = (line: string) => void process.stdout.write(`${line}\n`)
const refuse = (reason: string): never => {
  throw new StartRefused(reason)
}

async function main(args: string[]): Promise<number> {
  const command = parseCommand(args)
  if (command === 'help') {
    say(usage)
    return 0
  }
  if (!command) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  try {
    const config = readConfig(process.env)
    const clock = { now: () => new Date(Date.now() + config.clockOffsetSeconds * 1000) }
    if (command.noun === 'backup') return await backUp(config, clock, command)
    if (command.noun === 'restore') await restore(config, command.directory)
    await using opened = new AsyncDisposableStack()
    const open = command.noun === 'restore' ? openDatabase : joinDatabase
    const database = await open(config, log, opened)
    const databases = await openDatabases({ config, database }, opened)
    return (await run(command, { config, database, databases, clock, log })) ? 0 : 1
  } catch (error) {
    if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`)
    else if (isUnavailable(error))
      process.stderr.write(`Cannot reach the database: ${String(error)}\n`)
    else console.error(error)
    return 1
  }
}

/** Returns whether the command found no problems. */
async function run(command: Exclude<Command, { noun: 'backup' }>, tools: Tools): Promise<boolean> {
  switch (command.noun) {
    case 'audit':
      return verifyAudit(tools, command.platform)
    case 'stock':
      return verifyStock(tools, command.platform)
    case 'restore':
      return verifyRestored(tools)
    case 'account':
      return maintainAccount(tools, command)
    case 'platform':
      return maintainPlatform(tools, command)
    case 'keys':
      return rotateKeys(tools, command.now)
    case 'cell':
      return runCell(command, {
        ...tools,
        say,
        requirePlatform: (name) => requirePlatform(tools, name),
      })
  }
}

async function backUp(
  config: Config,
  clock: Clock,
  { directory, cell }: Extract<Command, { noun: 'backup' }>,
): Promise<number> {
  const settings = cell === undefined ? config : await settingsOfCell(config, cell)
  const { files } = await takeBackup(settings, log, { directory, at: clock.now() })
  const bytes = files.reduce((all, file) => all + file.bytes, 0)
  say(`Backup complete: ${path.resolve(directory)}, ${Math.ceil(bytes / 1e6)} MB.`)
  say('It does not contain APP_SECRET. Keep that in another place: without it nobody can sign in.')
  return 0
}

async function restore(config: Config, directory: string): Promise<void> {
  const { takenAt } = await restoreBackup(config, directory)
  say(`Restored the backup of ${takenAt}. Checking it.`)
}

/** A backup is of one database, so the cells are not asked. */
async function verifyRestored(tools: Tools): Promise<boolean> {
  const [control] = tools.databases
  const restored = { ...tools, databases: control ? [control] : [] }
  const checks = [await verifyStock(restored), await verifyAudit(restored)]
  return checks.every(Boolean)
}

/** Returns the databases to look at, all or the one of a platform, with the platform's id. */
async function scopeOf(tools: Tools, platform: string | undefined) {
  if (platform === undefined) return { databases: tools.databases, only: undefined }
  const { id } = await requirePlatform(tools, platform)
  return { databases: [await databaseOf(tools.databases, tools.database.db, id)], only: id }
}

async function verifyAudit(tools: Tools, platform?: string): Promise<boolean> {
  const { databases, only } = await scopeOf(tools, platform)
  const counted = { chains: 0, sealed: 0, pending: 0, faults: 0 }
  for (const { name, db: serving, sealerUrl } of databases) {
    const { db, close } = connect(sealerUrl, { max: 2, statementTimeout: 0 })
    try {
      // Each chain is checked where its platform lives. What other databases have of it are copies.
      const copies = await listElsewhere(serving)
      for await (const { chain, head, pending, fault } of verifyLog(db, tools, { only, copies })) {
        counted.chains += 1
        counted.sealed += head?.seq ?? 0
        counted.pending += pending
        if (!fault) continue
        counted.faults += 1
        const whose = chain === ownChain ? ' (events outside any platform)' : ''
        const where = name === controlCell ? '' : ` in cell ${name}`
        say(`chain ${chain}${whose}${where}, seq ${fault.seq}: ${fault.problem}`)
      }
    } finally {
      await close()
    }
  }
  const { chains, sealed, pending, faults } = counted
  say(
    faults > 0
      ? `Audit log check failed: ${faults} of ${chains} chains are broken. Events were changed, or sealing has stopped.`
      : `Audit log check passed: ${chains} chains, ${sealed} sealed events, ${pending} waiting.`,
  )
  return faults === 0
}

async function verifyStock(tools: Tools, platform?: string): Promise<boolean> {
  const { databases, only } = await scopeOf(tools, platform)
  const counted = { books: 0, rows: 0n, violations: 0 }
  for (const { db } of databases)
    for await (const run of verifyEach({ db, clock: tools.clock }, only)) {
      const { platformId, rows, violations } = run
      counted.books += 1
      counted.rows += BigInt(rows)
      counted.violations += violations.length
      for (const { rule, subject, expected, actual } of violations)
        say(`platform ${platformId}, ${rule}, ${subject}: expected ${expected}, found ${actual}`)
    }
  const { books, rows, violations } = counted
  say(
    violations > 0
      ? `Stock integrity check failed: ${violations} problems in ${books} platforms.`
      : `Stock integrity check passed: ${books} platforms, ${rows} movements.`,
  )
  return violations === 0
}

const accountWords = {
  verify: ['The address is confirmed', 'The address is already confirmed'],
  suspend: ['The account is suspended and signed out', 'The account is already suspended'],
  restore: ['The account can sign in again', 'The account is not suspended'],
} as const

async function maintainAccount(
  { database, clock }: Tools,
  { verb, email }: Extract<Command, { noun: 'account' }>,
): Promise<boolean> {
  const key = emailKey(email) ?? refuse(`${email} is not an email address`)
  const outcome = await inTransaction(database.db, {}, (tx) =>
    changeAccount(tx, verb, key, clock.now()),
  )
  if (outcome === 'unknown') refuse(`No account with the email address ${email}`)
  say(`${accountWords[verb][outcome === 'done' ? 0 : 1]}: ${key}`)
  return true
}

const platformWords = {
  suspend: ['The platform is suspended', 'The platform is already suspended'],
  restore: ['The platform is restored', 'The platform is not suspended'],
} as const

async function maintainPlatform(
  tools: Tools,
  { verb, slug }: Extract<Command, { noun: 'platform' }>,
): Promise<boolean> {
  const platform = await requirePlatform(tools, slug)
  const { db } = await databaseOf(tools.databases, tools.database.db, platform.id)
  const isDone = await inTransaction(db, { platformId: platform.id }, (tx) =>
    changePlatform(tx, verb, platform.id, tools.clock.now()),
  )
  say(`${platformWords[verb][isDone ? 0 : 1]}: ${platform.slug}`)
  return true
}

async function rotateKeys({ config, database, clock }: Tools, now: boolean): Promise<boolean> {
  const secrets = deriveSecrets(config.appSecret ?? keptSecret(config.dataDir))
  const tools = { db: database.db, secrets, clock }
  // Under another secret the servers could not read the new key.
  await signingKey(tools)
  if (now) {
    await replaceKeys(tools)
    say('A new key signs, all others are gone: every access token given out before is void.')
    return true
  }
  const from = await rotateKeysEarly(tools)
  say(
    from <= clock.now()
      ? 'The new key signs; the one before is accepted for another hour.'
      : `The new key is published. Servers start to sign with it at ${from.toISOString()}.`,
  )
  return true
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the platform with this slug or id. An id is not looked up, because deleted platforms keep
 * their audit log.
 */
async function requirePlatform({ database, clock }: Tools, name: string) {
  const wanted = name.trim().toLowerCase()
  if (uuid.test(wanted)) return { id: wanted, slug: wanted }
  const found = await findPlatform(database.db, wanted, clock.now())
  return found ?? refuse(`No platform found for ${name}`)
}

// Stops the embedded database that this command started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))
process.exit(await main(process.argv.slice(2)))
