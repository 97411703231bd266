import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './database/connect.ts'
import type { Hasher } from './hashing.ts'
import type { Images } from './images/images.ts'
import type { Secrets } from './secrets.ts'

/** The only source of time; every expiry is compared with it, never with the database's clock. */
export type Clock = { now(): Date }

/** What the process is made of, built once in main.ts; tests build their own. */
export type Context = {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: Secrets
  readonly hasher: Hasher
  readonly images: Images
}
