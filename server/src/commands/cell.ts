import type { Config } from '../config.ts'
import { keptSecret } from '../config.ts'
import { openCellChecks } from './cell-checks.ts'
import { addCell } from '../cells/add.ts'
import { controlCell } from '../cells/cells.ts'
import { cleanCells } from '../cells/clean.ts'
import { listCellStates, setCellState, type CellState, type Lag } from '../cells/list.ts'
import { movePlatform, takeBack } from '../cells/move.ts'
import type { MoveTools } from '../cells/moving.ts'
import { openPlaces, type AdminCells } from '../cells/places.ts'
import { rejoin } from '../cells/rejoin.ts'
import type { CellCommand } from './command-line.ts'
import type { Context } from '../context.ts'
import { deriveSecrets } from '../crypto/secrets.ts'
import { StartRefused } from '../errors.ts'

type Tools = Pick<Context, 'config' | 'clock' | 'log'> & {
  say: (line: string) => void
  /** Returns the platform with this id or path. */
  requirePlatform: (name: string) => Promise<{ id: string; slug: string }>
}

/** Runs `stowage cell …`. Returns whether everything was as it should be. */
export async function runCell(command: CellCommand, tools: Tools): Promise<boolean> {
  const { config, clock, say } = tools
  const secrets = secretsOf(config)
  const control = controlUrls(config)
  if (command.verb === 'add') {
    const { name } = command
    const urls = newUrls(config)
    await addCell({ name, urls, controlUrl: control.adminUrl, secrets, at: clock.now() })
    say(`${name} is a cell. Servers use it within seconds.`)
    return true
  }
  await using places = await openPlaces(control, secrets)
  switch (command.verb) {
    case 'list':
      return await list(places, say)
    case 'drain':
      return await drain(places, command.name, say)
    case 'activate':
      await setCellState(places, command.name, 'active')
      say(`${command.name} takes new platforms.`)
      return true
    case 'move':
      return await move(places, command, tools)
    case 'clean':
      return await clean(places, tools)
    case 'rejoin': {
      const urls = config.cellDatabaseUrl ? newUrls(config) : undefined
      await rejoin({ places, secrets, say, at: clock.now() }, command.name, urls)
      return true
    }
  }
}

const secretsOf = ({ appSecret, appSecretPrevious, dataDir }: Config) =>
  deriveSecrets(appSecret ?? keptSecret(dataDir), appSecretPrevious)

/** Returns the settings with which a command works on the database of a cell. */
export async function settingsOfCell(config: Config, name: string): Promise<Config> {
  await using places = await openPlaces(controlUrls(config), secretsOf(config))
  const { url, ownerUrl, adminUrl } = (await places.get(name)).urls
  return { ...config, databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseAdminUrl: adminUrl }
}

function controlUrls({ databaseUrl, databaseOwnerUrl, databaseAdminUrl }: Config) {
  if (!databaseUrl)
    throw new StartRefused(
      'DATABASE_URL: cells need PostgreSQL servers that reach each other, not the built-in one.',
    )
  const ownerUrl = databaseOwnerUrl ?? databaseUrl
  return { url: databaseUrl, ownerUrl, adminUrl: databaseAdminUrl ?? ownerUrl }
}

function newUrls({ cellDatabaseUrl, cellDatabaseOwnerUrl, cellDatabaseAdminUrl }: Config) {
  if (!cellDatabaseUrl)
    throw new StartRefused('CELL_DATABASE_URL: set it to the empty database of the new cell.')
  const ownerUrl = cellDatabaseOwnerUrl ?? cellDatabaseUrl
  return { url: cellDatabaseUrl, ownerUrl, adminUrl: cellDatabaseAdminUrl ?? ownerUrl }
}

async function list(places: AdminCells, say: Tools['say']): Promise<boolean> {
  const { cells, moves } = await listCellStates(places)
  if (cells.length === 0) say('There is one database. Add another with stowage cell add.')
  for (const cell of cells) say(describe(cell))
  for (const { slug, platformId, source, target, step, changedAt } of moves)
    say(
      `Moving ${slug ?? platformId} from ${source} to ${target}: ${step} since ${changedAt.toISOString()}`,
    )
  return cells.every(
    ({ found }) => found && Object.values(found.copies ?? {}).every((lag) => lag?.isActive),
  )
}

function describe({ name, state, platforms, found }: CellState): string {
  const head = `${name}: ${state}, ${platforms} platforms`
  if (!found) return `${head}, does not answer`
  const { bytes, copies } = found
  const lags = copies
    ? [
        `to ${controlCell} ${describeLag(copies.to)}`,
        `from ${controlCell} ${describeLag(copies.from)}`,
      ]
    : []
  return [head, megabytes(bytes), ...lags].join(', ')
}

const describeLag = (lag: Lag | undefined) =>
  lag
    ? `${lag.isActive ? '' : 'stopped, '}${Math.ceil(lag.bytes / 1_000)} kB and ${lag.seconds.toFixed(1)} s behind`
    : 'not connected'
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

async function drain(places: AdminCells, name: string, say: Tools['say']): Promise<boolean> {
  const left = await setCellState(places, name, 'draining')
  say(`${name} takes no new platforms. ${left} are left to move.`)
  return true
}

async function move(
  places: AdminCells,
  { platform: named, target }: Extract<CellCommand, { verb: 'move' }>,
  { say, clock, log, requirePlatform }: Tools,
): Promise<boolean> {
  const platform = await requirePlatform(named)
  await using checks = openCellChecks({ clock, log })
  const tools: MoveTools = { places, now: () => clock.now(), say, ...checks }
  if (target === undefined) await takeBack(tools, platform.id)
  else await movePlatform(tools, { platformId: platform.id, target })
  return true
}

async function clean(places: AdminCells, { clock, say }: Tools): Promise<boolean> {
  let isComplete = true
  const onUnreachable = (reason: string) => {
    isComplete = false
    say(reason)
  }
  let platforms = 0
  for await (const { platformId, cell, rows } of cleanCells(places, {
    now: () => clock.now(),
    onUnreachable,
  })) {
    platforms += 1
    say(`Deleted ${rows} rows of the platform ${platformId} in ${cell}.`)
  }
  if (platforms === 0 && isComplete) say('Nothing is left behind.')
  return isComplete
}
