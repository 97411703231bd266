import type pg from 'pg'
import { StartRefused } from '../errors.ts'
import { bringAccounts } from './accounts.ts'
import {
  addCell,
  identityTables,
  intoCell,
  intoControl,
  tablesOfAudit,
  tablesOfMembers,
} from './add.ts'
import { controlCell, sealUrls, type CellUrls } from './cells.ts'
import { arrive, fence, findMove, isPlatform, pointTo, resume, whereIs } from './move-queries.ts'
import { listFilled, listMovedTables } from './moved-tables.ts'
import type { AdminCell, AdminCells } from './places.ts'
import { unsubscribe } from './replication.ts'
import type { Secrets } from '../crypto/secrets.ts'

type Tools = {
  places: AdminCells
  secrets: Pick<Secrets, 'seal'>
  at: Date
  say: (line: string) => void
}

/**
 * Connects the database of this cell, which was restored from a backup, with the others again, at `urls` if it has moved.
 * The others are right about where each platform is, and all copies are made anew. Can be repeated after it failed.
 */
export async function rejoin(tools: Tools, name: string, urls?: CellUrls): Promise<void> {
  const { places, secrets, say } = tools
  const { admin } = places.control
  const { rows } = await admin.query<{ name: string }>(
    'select name from directory.cells where urls is not null order by name',
  )
  const names = rows.map((row) => row.name)
  if (name !== controlCell && !names.includes(name))
    throw new StartRefused(`There is no cell ${name}. See stowage cell list.`)
  if (urls && name !== controlCell)
    await admin.query('update directory.cells set urls = $2 where name = $1', [
      name,
      sealUrls(secrets, name, urls),
    ])
  const cells: AdminCell[] = []
  for (const each of name === controlCell ? names : [name]) cells.push(await places.get(each))
  for (const cell of cells) await disconnect(places.control, cell)
  const ids =
    name === controlCell ? await correctControl(tools, cells) : await correctCell(tools, cells)
  await forgetCopies(admin, ids, tools.at)
  for (const cell of cells) await connectAgain(tools, cell)
  await freeSlugs(admin, ids)
  say(`${name} is connected again.`)
}

async function disconnect(control: AdminCell, cell: AdminCell): Promise<void> {
  await unsubscribe(cell.admin, control.admin, intoControl(cell.name))
  await unsubscribe(control.admin, cell.admin, intoCell(cell.name))
}

async function connectAgain({ places, secrets, at }: Tools, cell: AdminCell): Promise<void> {
  await forgetAccounts(cell.admin)
  const { name, urls } = cell
  await addCell({ name, urls, controlUrl: places.control.urls.adminUrl, secrets, at })
}

/** Makes a cell that is older agree with the control database. Returns the platforms that this has copies of. */
async function correctCell(
  { places, at, say }: Tools,
  cells: readonly AdminCell[],
): Promise<string[]> {
  const { control } = places
  const ids: string[] = []
  for (const cell of cells) {
    const present = new Set(await listLive(cell))
    for (const id of present) {
      const source = await whereIs(control.admin, id)
      // It has moved away since.
      if (source !== cell.name) await fence(cell, { platformId: id, source }, at)
      else if (!(await findMove(control.admin, id))) await resume(cell, id)
    }
    for (const id of (await listPlaced(control)).get(cell.name) ?? []) {
      if (present.has(id) || !(await takeIntoMain(control, id, say))) ids.push(id)
      if (!present.has(id))
        await pointTo(control.admin, { platformId: id, target: controlCell }, at)
    }
  }
  return ids
}

/** Says what becomes of a platform that came into a cell after its backup. Returns whether the control database has it. */
async function takeIntoMain(control: AdminCell, id: string, say: Tools['say']): Promise<boolean> {
  if (await hasRows(control, id)) {
    say(`The platform ${id} is in ${controlCell} again, as it was when it moved.`)
    return true
  }
  say(`The platform ${id} is lost: the backup does not have it.`)
  return false
}

/** Makes a control database that is older agree with the cells. Returns the platforms that it has copies of. */
async function correctControl(
  { places, at, say }: Tools,
  cells: readonly AdminCell[],
): Promise<string[]> {
  const { control } = places
  const found = new Map<string, string>()
  for (const cell of cells) for (const id of await listLive(cell)) found.set(id, cell.name)
  const placed = await listPlaced(control)
  const lost: string[] = []
  for (const cell of cells) {
    const brought = await bringAccounts(cell.admin, control.admin)
    if (brought > 0)
      say(`${brought} accounts that the backup does not have came from ${cell.name}.`)
    for (const id of placed.get(cell.name) ?? []) {
      if (found.has(id)) continue
      if (await hasRows(cell, id)) {
        await arrive(cell, id)
        found.set(id, cell.name)
        say(`The platform ${id} is in ${cell.name} again, as it was when it moved.`)
      } else {
        await pointTo(control.admin, { platformId: id, target: controlCell }, at)
        lost.push(id)
        say(`The platform ${id} is lost: the backup has it in ${cell.name}.`)
      }
    }
  }
  for (const [platformId, target] of found) await pointTo(control.admin, { platformId, target }, at)
  return [...found.keys(), ...lost]
}

/** Lists the platforms that a cell considers its own. */
async function listLive({ admin }: AdminCell): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    `select platform_id as id from tenant.platforms p where not exists (
       select from directory.platforms d where d.platform_id = p.platform_id and d.state = 'left')`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the platforms in each cell, as the control database has it. */
async function listPlaced({ admin }: AdminCell): Promise<Map<string, string[]>> {
  const { rows } = await admin.query<{ cell: string; ids: string[] }>(
    `select cell, array_agg(platform_id) as ids from directory.platforms where state = 'live'
     group by cell`,
  )
  return new Map(rows.map(({ cell, ids }) => [cell, ids]))
}

/** Returns whether a database has more of a platform than what is copied anyway. */
async function hasRows(place: AdminCell, id: string): Promise<boolean> {
  if (!(await isPlatform(place, id))) return false
  const tables = (await listMovedTables(place.admin, id)).filter(({ isCopied }) => !isCopied)
  return (await listFilled(place.admin, tables)).length > 0
}

/** Deletes what the control database has of platforms in cells. Their paths stay reserved. */
const forgetCopies = (control: pg.ClientBase, ids: readonly string[], at: Date) =>
  asReplication(control, async () => {
    const { rows } = await control.query<{ slug: string; platform: string }>(
      `select slug, platform_id as platform from tenant.slug_history where platform_id = any($1)`,
      [ids],
    )
    await deletePublished(control, ids)
    await control.query(
      `insert into directory.slugs (slug, platform_id, reserved_at)
       select slug, platform, $3 from unnest($1::text[], $2::uuid[]) as r (slug, platform)
       on conflict (slug) do nothing`,
      [rows.map(({ slug }) => slug), rows.map(({ platform }) => platform), at],
    )
  })

/** Deletes what a cell has of accounts, and of platforms that are elsewhere what it would copy to the control database. */
const forgetAccounts = (cell: pg.ClientBase) =>
  asReplication(cell, async () => {
    const { rows } = await cell.query<{ id: string }>(
      `select platform_id as id from directory.platforms where state = 'left'`,
    )
    await deletePublished(
      cell,
      rows.map(({ id }) => id),
    )
    for (const table of identityTables) await cell.query(`delete from ${table}`)
  })

async function deletePublished(client: pg.ClientBase, ids: readonly string[]): Promise<void> {
  await client.query(
    `delete from audit.audit_pending p using audit.audit_log l
     where l.id = p.audit_id and l.platform_id = any($1)`,
    [ids],
  )
  for (const table of [...tablesOfMembers, ...tablesOfAudit]) {
    const column = table === 'audit.audit_seal' ? 'chain' : 'platform_id'
    await client.query(`delete from ${table} where ${column} = any($1)`, [ids])
  }
  await client.query('delete from directory.marks')
}

/** Runs `work` in a transaction that no trigger and no foreign key refuses. */
async function asReplication(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query('set local session_replication_role = replica')
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Gives up the paths of these platforms that their cell does not have. */
const freeSlugs = (control: pg.ClientBase, ids: readonly string[]) =>
  control.query(
    `delete from directory.slugs s where platform_id = any($1) and reserved_at is not null
       and not exists (select from directory.operations o where o.platform_id = s.platform_id)`,
    [ids],
  )
