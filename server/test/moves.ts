import type pg from 'pg'
import { openCellChecks } from '../src/commands/cell-checks.ts'
import { connectAdmin } from '../src/cells/replication.ts'
import { cleanCells, type Cleaned } from '../src/cells/clean.ts'
import { movePlatform, takeBack } from '../src/cells/move.ts'
import type { MoveTools } from '../src/cells/moving.ts'
import { countRows, listMovedTables } from '../src/cells/moved-tables.ts'
import { openPlaces } from '../src/cells/places.ts'
import type { CellUrls } from '../src/cells/cells.ts'
import type { TestApp } from './app.ts'
import { newWarehouse, type Site } from './warehouse.ts'

type Cells = { app: TestApp; urlsOf: (name: string) => CellUrls }

/** The command `stowage cell move` on an installation of a test, and how to end it like a killed process. */
export function movesOf({ app, urlsOf }: Cells) {
  const said: string[] = []

  async function run(onStep: MoveTools['onStep'], work: (tools: MoveTools) => Promise<void>) {
    await using places = await openPlaces(urlsOf('main'), app.context.secrets)
    await using checks = openCellChecks(app.context)
    const say = (line: string) => void said.push(line)
    await work({ places, now: () => new Date(), say, ...checks, ...(onStep && { onStep }) })
  }

  /** Runs the command and lets its process die after the work of a step, before that is recorded. */
  async function killedAt(step: string, work: (tools: MoveTools) => Promise<void>): Promise<void> {
    const reached = Promise.withResolvers<void>()
    const never = new Promise<void>(() => {})
    const running = run(async (done) => {
      if (done !== step) return
      reached.resolve()
      await never
    }, work)
    await Promise.race([reached.promise, running.then(() => missed(step))])
    // With the process its sessions end.
    await using session = await connectAdmin(urlsOf('main').adminUrl)
    await endSessions(session)
  }

  /** How many rows a platform has in a cell, by table. */
  async function rowsOf(cell: string, platformId: string): Promise<Record<string, number>> {
    await using session = await connectAdmin(urlsOf(cell).adminUrl)
    const tables = await listMovedTables(session, platformId)
    return Object.fromEntries(await countRows(session, tables, new Date()))
  }

  const to = (platformId: string, target: string) => (tools: MoveTools) =>
    movePlatform(tools, { platformId, target })
  const back = (platformId: string) => (tools: MoveTools) => takeBack(tools, platformId)
  return {
    /** Output of the commands. */
    said,
    rowsOf,
    /** The same without what comes by itself where nobody does anything: seals and counted calls. */
    async settledRowsOf(cell: string, platformId: string) {
      const {
        'audit.audit_seal': _,
        'tenant.api_calls': __,
        ...rows
      } = await rowsOf(cell, platformId)
      return rows
    },
    /** A platform of its own in this cell, as `newWarehouse` makes it. */
    async newWarehouseIn(cell: string): Promise<Site> {
      await using session = await connectAdmin(urlsOf('main').adminUrl)
      const closeOthers = `update directory.cells
        set state = case when name = $1 then 'active' else 'draining' end`
      await session.query(closeOthers, [cell])
      const site = await newWarehouse(app)
      await session.query(`update directory.cells set state = 'active'`)
      return site
    },
    /** Returns the faults in the ledger and the audit log of a platform in a cell. */
    async faults(cell: string, platformId: string): Promise<string[]> {
      await using checks = openCellChecks(app.context)
      await checks.seal(urlsOf(cell))
      return await checks.check(urlsOf(cell), platformId)
    },
    /** Returns what moves have left in the catalog of a cell. */
    async traces(cell: string): Promise<string[]> {
      await using session = await connectAdmin(urlsOf(cell).adminUrl)
      const { rows } = await session.query<{ trace: string }>(
        `select 'publication ' || pubname as trace from pg_publication where pubname like 'stowage_move%'
         union all select 'subscription ' || subname from pg_subscription where subname like 'stowage_move%'
         union all select 'slot ' || slot_name from pg_replication_slots
           where slot_name ~ '^stowage_move|_sync_' and database = current_database()
         union all select 'mark ' || channel from directory.marks where channel like 'move%'
         union all select 'move ' || platform_id from directory.moves`,
      )
      return rows.map(({ trace }) => trace)
    },
    move: (platformId: string, target: string, onStep?: MoveTools['onStep']) =>
      run(onStep, to(platformId, target)),
    /** The command `stowage cell clean`, so long after now. */
    async clean(laterMs = 0): Promise<Cleaned[]> {
      await using places = await openPlaces(urlsOf('main'), app.context.secrets)
      const onUnreachable = (reason: string) => void said.push(reason)
      const now = () => new Date(Date.now() + laterMs)
      const cleaned: Cleaned[] = []
      for await (const each of cleanCells(places, { now, onUnreachable })) cleaned.push(each)
      return cleaned
    },
    takeBack: (platformId: string) => run(undefined, back(platformId)),
    killedMove: (step: string, platformId: string, target: string) =>
      killedAt(step, to(platformId, target)),
    killedTakeBack: (step: string, platformId: string) => killedAt(step, back(platformId)),
  }
}

const missed = (step: string): never => {
  throw new Error(`the command ended without the step ${step}`)
}

async function endSessions(session: pg.Client): Promise<void> {
  await session.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'stowage cells' and pid <> pg_backend_pid()
       and backend_type = 'client backend'`,
  )
}
