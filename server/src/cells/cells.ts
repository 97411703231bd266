import type { Config } from '../config.ts'
import { connect, type Db } from '../database/connect.ts'
import { withRole } from '../database/login.ts'
import { migrate } from '../database/migrate.ts'
import type { Log } from '../database/postmaster.ts'
import type { Replica } from '../database/replica.ts'
import { checkServingRole } from '../database/roles.ts'
import { isUnavailable } from '../database/transactions.ts'
import { fail } from '../errors.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { findCellOfPlatform, findCellOfSlug, listCells } from './queries.ts'

/** The name of the cell that is the control database. */
export const controlCell = 'main'

/** How to log in to the database of a cell. */
export type CellUrls = {
  /** As the role that serves. */
  url: string
  /** As the owner of the tables. */
  ownerUrl: string
  /** As a superuser, who may set up replication. */
  adminUrl: string
}

/** A database with platforms. */
export type Cell = {
  readonly name: string
  readonly db: Db
  readonly replica?: Replica | undefined
}
export type OtherCell = Cell & { readonly urls: CellUrls }

/** A platform by its id, or by a current or former path. */
export type PlatformKey = { platformId: string } | { slug: string }

/**
 * A step of an operation in several databases: of `acrossDatabases`, of the removal of an account, of a sign-in with a
 * code, of a password reset, or of `writeOn`, before and after it writes.
 */
export type Step =
  | 'released'
  | 'begun'
  | 'done'
  | 'copied'
  | 'marked'
  | 'used'
  | 'asked'
  | 'found'
  | 'written'

/** Cached name of the cell of a platform. `at` is in milliseconds. */
type Known = { at: number; name: Promise<string> }

const freshMs = 3_000
/** How long a place is still used while the control database does not answer. */
const staleMs = 30_000
const mostKnown = 10_000

type Tools = {
  config: Pick<Config, 'databasePool'>
  secrets: Pick<Secrets, 'open'>
  log: Log
  now?: () => number
}

export type Cells = ReturnType<typeof openCells>

/**
 * The databases of an installation: `control` and the cells that its directory names. Only `control` until `refresh`
 * has found others.
 */
export function openCells(
  { db: control, replica }: Pick<Cell, 'db' | 'replica'>,
  { config, secrets, log, now = Date.now }: Tools,
) {
  const main: Cell = { name: controlCell, db: control, replica }
  const others = new Map<string, OtherCell & { close(): Promise<void>; isReady: boolean }>()
  const known = new Map<string, Known>()
  let refreshing: Promise<void> | undefined

  async function look(key: PlatformKey): Promise<string> {
    const found =
      'platformId' in key
        ? await findCellOfPlatform(control, key.platformId)
        : await findCellOfSlug(control, key.slug)
    return found?.cell ?? controlCell
  }

  async function nameOf(key: PlatformKey): Promise<string> {
    const text = textOf(key)
    const before = known.get(text)
    const at = now()
    if (before && at - before.at < freshMs) return before.name
    if (known.size >= mostKnown) known.clear()
    const name = look(key).catch((error: unknown) => {
      known.delete(text)
      if (!before || !isUnavailable(error) || now() - before.at > staleMs) throw error
      known.set(text, before)
      return before.name
    })
    known.set(text, { at, name })
    return name
  }

  async function refreshNow(): Promise<void> {
    for (const { name, urls: sealed } of await listCells(control)) {
      const urls = openUrls(secrets, name, sealed)
      const cell = others.get(name) ?? open(name, urls)
      others.set(name, cell)
      if (!cell.isReady)
        await prepare(cell)
          .then(() => void (cell.isReady = true))
          .catch((error: unknown) => log.warn(`Cell ${name} cannot be used: ${String(error)}`))
    }
  }

  function open(name: string, urls: CellUrls) {
    const { db, close } = connect(withRole(urls.url, 'stowage_app'), {
      max: config.databasePool,
      onError: (error) => log.warn(`Lost an idle connection to cell ${name}: ${error.message}`),
    })
    return { name, db, close, urls, isReady: false }
  }

  async function byName(name: string): Promise<Cell> {
    if (name === controlCell) return main
    if (!others.has(name)) await refresh()
    const cell = others.get(name)
    return cell?.isReady ? cell : fail('unavailable', { retryAfter: 5 })
  }

  function refresh(): Promise<void> {
    refreshing ??= refreshNow().finally(() => (refreshing = undefined))
    return refreshing
  }

  return {
    control: main,
    /** True if the control database is the only one. */
    get isOne() {
      return others.size === 0
    },
    /** The cells besides the control database that can be used. */
    ready: (): OtherCell[] => [...others.values()].filter(({ isReady }) => isReady),
    /** The names of all cells besides the control database, and whether each can be used. */
    states: () => [...others.values()].map(({ name, db, isReady }) => ({ name, db, isReady })),
    /** Returns a cell by its name. Fails with `unavailable` if it cannot be used now. */
    byName,
    /** Returns the cell of a platform; of an unknown one, the control database. */
    find: async (key: PlatformKey): Promise<Cell> => byName(await nameOf(key)),
    /** Forgets where a platform is, after a cell said that it is not there any more. */
    forget: (key: PlatformKey) => void known.delete(textOf(key)),
    /** Opens and migrates the cells of the directory that are not in use yet. */
    refresh,
    /** Called after each step of an operation in several databases. A test can end it there. */
    afterStep: async (_step: Step): Promise<void> => {},
    async close(): Promise<void> {
      await refreshing?.catch(() => {})
      await Promise.all([...others.values()].map((cell) => cell.close()))
    },
  }
}

const textOf = (key: PlatformKey) =>
  'platformId' in key ? `platform ${key.platformId}` : `path ${key.slug}`

/** Brings a cell to this release, as a server does with its own database when it starts. */
async function prepare({ db, urls }: OtherCell): Promise<void> {
  const servingLogin = decodeURIComponent(new URL(urls.url).username)
  await migrate(urls.ownerUrl, { servingLogin })
  await checkServingRole(db)
}

/** Decrypts what `sealUrls` encrypted. */
export const openUrls = (secrets: Pick<Secrets, 'open'>, name: string, sealed: Uint8Array) =>
  JSON.parse(secrets.open('cell-urls', sealed, name).toString('utf8')) as CellUrls

export const sealUrls = (secrets: Pick<Secrets, 'seal'>, name: string, urls: CellUrls): Buffer =>
  secrets.seal('cell-urls', JSON.stringify(urls), name)
