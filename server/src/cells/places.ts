import type pg from 'pg'
import { connect, type Db } from '../database/connect.ts'
import { StartRefused } from '../errors.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { controlCell, openUrls, type CellUrls } from './cells.ts'
import { connectAdmin } from './replication.ts'

/** A database with platforms, opened by its superuser. */
export type AdminCell = {
  name: string
  urls: CellUrls
  /** One session. */
  admin: pg.Client
  db: Db
}

export type AdminCells = Awaited<ReturnType<typeof openPlaces>>

/** Opens the control database, and its cells when they are asked for, as their superusers. Disposed by the caller. */
export async function openPlaces(controlUrls: CellUrls, secrets: Pick<Secrets, 'open'>) {
  await using opening = new AsyncDisposableStack()
  const control = await open(controlCell, controlUrls, opening)
  const opened = opening.move()
  const found = new Map([[controlCell, control]])
  return {
    control,
    /** Returns a cell by its name. Throws `StartRefused` if there is none or it does not answer. */
    async get(name: string): Promise<AdminCell> {
      const before = found.get(name)
      if (before) return before
      const { rows } = await control.admin.query<{ urls: Buffer }>(
        'select urls from directory.cells where name = $1',
        [name],
      )
      if (!rows[0]) throw new StartRefused(`There is no cell ${name}. See stowage cell list.`)
      const place = await open(name, openUrls(secrets, name, rows[0].urls), opened).catch(
        (error: unknown) => {
          throw new StartRefused(`Cannot reach the database of cell ${name}: ${String(error)}`)
        },
      )
      found.set(name, place)
      return place
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function open(
  name: string,
  urls: CellUrls,
  opened: AsyncDisposableStack,
): Promise<AdminCell> {
  const admin = opened.use(await connectAdmin(urls.adminUrl))
  const { db, close } = connect(urls.adminUrl, { max: 2, applicationName: 'stowage cells' })
  opened.defer(close)
  return { name, urls, admin, db }
}
