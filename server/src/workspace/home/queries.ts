import type { RecentType, SetupStep, TodayTile } from '@stowage/contract/home-kinds'
import type { Home } from '@stowage/contract/workspace/home'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { registered } from '../../registry.ts'
import type { RecentSource, SetupSource, TileSource } from './source-queries.ts'
import type { VisibleWarehouses } from '../../http/actor.ts'

const union = sql` union all `

/** Returns the work waiting today by tile, with the time the oldest of it began to wait. */
export async function findToday(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
  at: Date,
): Promise<Home['today']> {
  const tiles = Object.entries(registered().home.today) as [TodayTile, TileSource][]
  const waiting = tiles.map(
    ([tile, waitingIn], i) => sql`
      (select ${sql.lit(i)}::int as place, ${sql.lit(tile)} as tile, t.count::int, t.oldest
       from (${waitingIn(platformId, scope, at)}) t (count, oldest))`,
  )
  const { rows } = await sql<{ tile: TodayTile; count: number; oldest: Date | null }>`
    select tile, count, oldest from (${sql.join(waiting, union)}) w order by place`.execute(db)
  return rows.map(({ oldest, ...row }) => ({ ...row, oldestAt: oldest?.toISOString() ?? null }))
}

/** The most things a member is shown. */
const mostShown = 5

/** Returns the records this member worked on last, newest first. */
export async function findRecent(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
  memberId: string,
): Promise<Home['recent']> {
  const sources = Object.entries(registered().home.recent) as [RecentType, RecentSource][]
  const touched = sources.map(
    ([type, source]) => sql`
      (select ${sql.lit(type)} as type, t.id, t.label, t.at
       from (${source.touched({ platformId, scope, memberId })}) t (id, label, at))`,
  )
  const { rows } = await sql<{ type: RecentType; id: string; label: string; at: Date }>`
    select * from (${sql.join(touched, union)}) t where id is not null
    order by at desc, id limit ${mostShown}`.execute(db)
  const named = sources.map(async ([type, { listItems }]) => {
    const ids = rows.flatMap((row) => (row.type === type ? [row.id] : []))
    return [
      type,
      listItems && ids.length > 0 ? await listItems(db, platformId, ids) : undefined,
    ] as const
  })
  const items = new Map(await Promise.all(named))
  return rows.map(({ at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    item: items.get(row.type)?.get(row.id) ?? null,
  }))
}

/** Returns the setup steps of a new workspace and which of them are done. */
export async function findSetup(db: Db, platformId: string): Promise<Home['setup']> {
  const sources = Object.entries(registered().home.setup) as [SetupStep, SetupSource][]
  const { rows } = await sql<{ done: boolean[] }>`
    select array[${sql.join(sources.map(([, isDone]) => isDone(platformId)))}] as done`.execute(db)
  return sources.map(([step], i) => ({ step, done: rows[0]?.done[i] ?? false }))
}
