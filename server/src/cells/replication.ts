import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../errors.ts'

const pollMs = 50
/** `undefined_object` and `object_in_use` among the errors of PostgreSQL. */
const [noSuchSlot, slotInUse] = ['42704', '55006']
/** How long a subscriber that was told to stop may go on reading. */
const releasedWithinMs = 60_000

/** Opens a session of a superuser. Setting up replication has no limit of time. */
export async function connectAdmin(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url, application_name: 'stowage cells' })
  // A lost connection fails the next statement.
  client.on('error', () => {})
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** A part of a database that is published: a table, for example `tenant.members`, and which of its rows. */
type Published = { table: string; where?: string }
export type Publication = { name: string; tables: readonly Published[]; isAppendOnly?: boolean }

/** Creates the publication, or gives it these tables. */
export async function publish(
  publisher: pg.ClientBase,
  { name, tables, isAppendOnly = false }: Publication,
): Promise<void> {
  const { rowCount } = await publisher.query('select from pg_publication where pubname = $1', [
    name,
  ])
  const quoted = pg.escapeIdentifier(name)
  const parts = tables.map(({ table, where }) => (where ? `${table} where (${where})` : table))
  const verbs = isAppendOnly ? 'insert' : 'insert, update, delete'
  await publisher.query(
    rowCount
      ? `alter publication ${quoted} set table ${parts.join(', ')}`
      : `create publication ${quoted} for table ${parts.join(', ')}
         with (publish = '${verbs}', publish_via_partition_root = true)`,
  )
}

export type Subscription = {
  name: string
  /** The slot of the publisher, and its URL as the subscriber reaches it. */
  slot: string
  publisherUrl: string
  publications: readonly string[]
  /**
   * Called when the slot has every change from then on. With it nothing is copied: it leaves out of the publications
   * what has rows.
   */
  onSlot?: () => Promise<void>
  /** `none`: rows that the publisher got by replication itself are left out. */
  origin: 'none' | 'any'
}

/**
 * Copies what is published and follows it from then on. Does nothing if the subscription exists. The slot is made
 * first: in one cluster, creating both in one statement would wait for itself.
 */
export async function subscribe(
  publisher: pg.ClientBase,
  subscriber: pg.ClientBase,
  { name, slot, publisherUrl, publications, origin, onSlot }: Subscription,
): Promise<void> {
  if ((await findSubscription(subscriber, name)) !== undefined) return
  await dropSlot(publisher, slot)
  await publisher.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slot])
  await onSlot?.()
  // Row-level security would refuse the owner of the tables.
  await subscriber.query(
    `create subscription ${pg.escapeIdentifier(name)}
     connection ${pg.escapeLiteral(publisherUrl)}
     publication ${publications.map((each) => pg.escapeIdentifier(each)).join(', ')}
     with (slot_name = ${pg.escapeLiteral(slot)}, create_slot = false, copy_data = ${!onSlot}, origin = ${origin},
       run_as_owner = true)`,
  )
}

/** Copies what is published and not followed yet, and follows it from then on. */
export async function followAll(subscriber: pg.ClientBase, name: string): Promise<void> {
  await subscriber.query(`alter subscription ${pg.escapeIdentifier(name)} refresh publication`)
}

async function findSubscription(
  subscriber: pg.ClientBase,
  name: string,
): Promise<number | undefined> {
  const { rows } = await subscriber.query<{ oid: number }>(
    `select oid from pg_subscription where subname = $1
       and subdbid = (select oid from pg_database where datname = current_database())`,
    [name],
  )
  return rows[0]?.oid
}

/** Ends a subscription with its slot. Does nothing where they do not exist. */
export async function unsubscribe(
  publisher: pg.ClientBase,
  subscriber: pg.ClientBase,
  { name, slot }: Pick<Subscription, 'name' | 'slot'>,
): Promise<void> {
  const oid = await findSubscription(subscriber, name)
  if (oid !== undefined) {
    const quoted = pg.escapeIdentifier(name)
    await subscriber.query(`alter subscription ${quoted} disable`)
    await endWorkers(publisher, subscriber, oid)
    await subscriber.query(`alter subscription ${quoted} set (slot_name = none)`)
    await subscriber.query(`drop subscription ${quoted}`)
  }
  await dropSlot(publisher, slot)
}

/**
 * Ends what works for a disabled subscription. In one cluster, a slot that is being made to copy a table would wait for
 * the statement that drops the subscription, and that for the slot.
 */
async function endWorkers(
  publisher: pg.ClientBase,
  subscriber: pg.ClientBase,
  oid: number,
): Promise<void> {
  for (let ended: number | null = -1; ended !== 0;)
    ({ rowCount: ended } = await subscriber.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_subscription
       where subid = $1 and pid is not null`,
      [oid],
    ))
  await publisher.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where backend_type = 'walsender' and starts_with(application_name, 'pg_' || $1 || '_sync_')`,
    [String(oid)],
  )
}

/** Drops the slot once it has no reader. Throws `StartRefused` if it keeps one. */
async function dropSlot(publisher: pg.ClientBase, slot: string): Promise<void> {
  for (const until = performance.now() + releasedWithinMs; ;) {
    try {
      await publisher.query('select pg_drop_replication_slot($1)', [slot])
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      if (error.code === noSuchSlot) return
      // Asking first does not help: a reader that was being started may come after the answer.
      if (error.code !== slotInUse) throw error
    }
    if (performance.now() > until)
      throw new StartRefused(
        `Another database still reads ${slot}. End it if a backup took its place, then try again.`,
      )
    await sleep(pollMs)
  }
}

export type TablesLeft = { copied: number; all: number }

/** How often replication may fail before another table is copied: it tries again by itself, and some failures pass. */
const mostFailures = 20

/**
 * Waits until every table of the subscription is copied, and reports how far it is. Throws `StartRefused` if rows cannot
 * be copied.
 */
export async function waitForTables(
  subscriber: pg.ClientBase,
  name: string,
  onProgress: (progress: TablesLeft) => Promise<void> = async () => {},
): Promise<void> {
  let [ready, before] = [-1, 0]
  for (;;) {
    const { rows } = await subscriber.query<TablesLeft & { failures: number }>(
      `select count(*) filter (where r.srsubstate = 'r')::int as copied, count(*)::int as all,
         coalesce(max(f.apply_error_count + f.sync_error_count), 0)::int as failures
       from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
       left join pg_stat_subscription_stats f on f.subid = s.oid
       where s.subname = $1 and s.subdbid = (select oid from pg_database where datname = current_database())`,
      [name],
    )
    const { copied, all, failures } = rows[0] ?? { copied: 0, all: 0, failures: 0 }
    if (copied > ready) [ready, before] = [copied, failures]
    if (failures - before > mostFailures)
      throw new StartRefused(
        'Rows cannot be copied. The log of the PostgreSQL they go to says why.',
      )
    await onProgress({ copied, all })
    if (copied === all) return
    await sleep(pollMs)
  }
}
