import type { Logger } from 'pino'
import type { Cell, Cells, PlatformKey } from './cells/cells.ts'
import type { Config } from './config.ts'
import type { Db } from './database/connect.ts'
import type { Replica } from './database/replica.ts'
import type { Hasher } from './crypto/hashing.ts'
import type { Images } from './images/images.ts'
import type { Secrets } from './crypto/secrets.ts'

/** The only source of time. Expiries are compared with it, never with the database clock. */
export type Clock = { now(): Date }

/** The dependencies of the process, built once in main.ts. Tests build their own. */
export type Context = {
  readonly config: Config
  /** The database of the platform of the request or job, or `control`. */
  readonly db: Db
  /** The database of accounts and of the directory of platforms. */
  readonly control: Db
  /** All databases. */
  readonly cells: Cells
  /** Answers reads that may be some seconds old, if there is one. */
  readonly replica?: Replica | undefined
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: Secrets
  readonly hasher: Hasher
  readonly images: Images
}

/** Dependencies of commands besides their transaction. */
export type Tools = Pick<Context, 'config' | 'secrets' | 'clock' | 'cells'>

const contexts = new WeakMap<Cell, Context>()

/** Returns the context of requests and jobs of the platforms in this cell. */
export function contextOf(context: Context, cell: Cell): Context {
  if (cell.db === context.db) return context
  const found = contexts.get(cell) ?? { ...context, db: cell.db, replica: cell.replica }
  contexts.set(cell, found)
  return found
}

/** Returns the context of the cell of a platform. */
export const contextAt = async (context: Context, key: PlatformKey): Promise<Context> =>
  context.cells.isOne ? context : contextOf(context, await context.cells.find(key))
