import type pg from 'pg'
import { StartRefused } from '../errors.ts'
import { intoCell, intoControl } from './add.ts'
import { controlCell } from './cells.ts'
import type { AdminCell, AdminCells } from './places.ts'

/** How far the reader of a slot is behind. */
export type Lag = { isActive: boolean; bytes: number; seconds: number }
/** Undefined for a copy that a database restored from a backup does not know of. */
type Copies = Record<'to' | 'from', Lag | undefined>

export type CellState = {
  name: string
  state: string
  /** Platforms that are not deleted. */
  platforms: number
  /** Undefined if its database does not answer. The control database has no copies with itself. */
  found: { bytes: number; copies?: Copies } | undefined
}

export type PendingMove = {
  platformId: string
  slug: string | null
  source: string
  target: string
  step: string
  changedAt: Date
}

/** Lists all cells, the control database first, and the moves that are not complete. */
export async function listCellStates(
  places: AdminCells,
): Promise<{ cells: CellState[]; moves: PendingMove[] }> {
  const { admin } = places.control
  const { rows } = await admin.query<Omit<CellState, 'found'>>(
    `select c.name, c.state, (
       select count(*)::int from tenant.platforms p
       left join directory.platforms d on d.platform_id = p.platform_id and d.state = 'live'
       where p.status <> 'deleted' and coalesce(d.cell, $1) = c.name) as platforms
     from directory.cells c order by c.name <> $1, c.name`,
    [controlCell],
  )
  const cells: CellState[] = []
  for (const row of rows) {
    const place = await places.get(row.name).catch(() => undefined)
    cells.push({ ...row, found: place && (await stateOf(places.control, place)) })
  }
  const moves = await admin.query<PendingMove>(
    `select m.platform_id as "platformId", p.slug, m.source, m.target, m.step,
       m.changed_at as "changedAt"
     from directory.moves m left join tenant.platforms p on p.platform_id = m.platform_id
     order by m.started_at`,
  )
  return { cells, moves: moves.rows }
}

async function stateOf(control: AdminCell, place: AdminCell): Promise<CellState['found']> {
  const { rows } = await place.admin.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  const bytes = Number(rows[0]?.bytes ?? 0)
  if (place.name === controlCell) return { bytes }
  const to = await lagOf(place.admin, intoControl(place.name).slot)
  const from = await lagOf(control.admin, intoCell(place.name).slot)
  return { bytes, copies: { to, from } }
}

async function lagOf(publisher: pg.ClientBase, slot: string): Promise<Lag | undefined> {
  const { rows } = await publisher.query<{ isActive: boolean; bytes: string; seconds: string }>(
    `select s.active as "isActive",
       greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), s.confirmed_flush_lsn)) as bytes,
       coalesce(extract(epoch from r.replay_lag), 0) as seconds
     from pg_replication_slots s left join pg_stat_replication r on r.pid = s.active_pid
     where s.slot_name = $1`,
    [slot],
  )
  const [row] = rows
  return row && { ...row, bytes: Number(row.bytes), seconds: Number(row.seconds) }
}

/** Decides whether a cell takes new platforms. Returns how many it has. Throws `StartRefused` for an unknown one. */
export async function setCellState(
  places: AdminCells,
  name: string,
  state: 'active' | 'draining',
): Promise<number> {
  const { rowCount } = await places.control.admin.query(
    'update directory.cells set state = $2 where name = $1',
    [name, state],
  )
  if (!rowCount) throw new StartRefused(`There is no cell ${name}. See stowage cell list.`)
  const { cells } = await listCellStates(places)
  return cells.find((cell) => cell.name === name)?.platforms ?? 0
}
