import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** The chain of events that belong to no platform. */
export const ownChain = '00000000-0000-0000-0000-000000000000'

/** One row of the log: every column, without loss of precision. */
export type SealedEvent = {
  id: string
  /** Microseconds since 1970, because a JavaScript date has only milliseconds. */
  createdAt: string
  action: string
  outcome: string
  actorType: string
  actorId: string | null
  actorEmail: string | null
  platformId: string | null
  platformSlug: string | null
  targetType: string | null
  targetId: string | null
  targetName: string | null
  ip: string | null
  userAgent: string | null
  requestId: string
  sessionId: string | null
  amr: (string | null)[] | null
  /** JSON text. */
  metadata: string
}

// An arbitrary lock number, the same on all servers.
const sealingLock = 7_305_226_442

/** Every column of the log, aliased `l`. A column left out could be changed unnoticed. */
const event = sql`l.id, trunc(extract(epoch from l.created_at) * 1000000)::text as created_at,
  l.action, l.outcome, l.actor_type, l.actor_id, l.actor_email, l.platform_id, l.platform_slug,
  l.target_type, l.target_id, l.target_name, l.ip, l.user_agent, l.request_id, l.session_id, l.amr,
  l.metadata::text as metadata`

/** Tries to lock sealing until the transaction ends. */
export async function tryLockSealing(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${sealingLock}) as held`.execute(tx)
  return rows[0]?.held === true
}

/** Returns whether events wait for a seal. Short, because it runs every second. */
export async function hasPending(db: Db): Promise<boolean> {
  const { rows } = await sql`select from audit.audit_pending limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the time of the oldest unsealed event, or undefined. */
export async function findOldestPending(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ createdAt: Date }>`
    select l.created_at from (
      select audit_id from audit.audit_pending order by audit_id limit 1
    ) p join audit.audit_log l on l.id = p.audit_id`.execute(db)
  return rows[0]?.createdAt
}

type Pending = { auditId: string; isSealed: boolean } & SealedEvent
type Gone = { auditId: string; isSealed: boolean; id: null }

/**
 * Lists unsealed events, oldest first. An event that is gone, or that has a seal already, was
 * tampered with.
 */
export async function listPending(tx: Tx, limit: number): Promise<(Pending | Gone)[]> {
  const { rows } = await sql<Pending | Gone>`
    select p.audit_id, ${event},
      exists (select from audit.audit_seal s where s.audit_id = p.audit_id) as is_sealed
    from (
      select audit_id from audit.audit_pending order by audit_id limit ${limit}
    ) p left join audit.audit_log l on l.id = p.audit_id
    order by p.audit_id`.execute(tx)
  return rows
}

export async function deletePending(tx: Tx, auditIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('audit.auditPending')
    .where('auditId', '=', sql<string>`any(${auditIds}::uuid[])`)
    .execute()
}

export type Head = { chain: string; seq: number; hash: Buffer }

/** Returns the newest seal of each chain. Chains without one are left out. */
export async function listHeads(db: Db, chains: readonly string[]): Promise<Head[]> {
  const { rows } = await sql<Omit<Head, 'seq'> & { seq: string }>`
    select h.chain, h.seq, h.hash from unnest(${chains}::uuid[]) as c(chain) cross join lateral (
      select s.chain, s.seq, s.hash from audit.audit_seal s
      where s.chain = c.chain order by s.seq desc limit 1
    ) h`.execute(db)
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

type Seal = Head & { auditId: string; prev: Buffer }

export async function insertSeals(tx: Tx, seals: readonly Seal[]): Promise<void> {
  // One JSON parameter, because a statement with hundreds of rows is slow to build, parse and plan.
  const rows = seals.map(({ chain, seq, auditId, prev, hash }) => ({
    chain,
    seq,
    auditId,
    prev: prev.toString('hex'),
    hash: hash.toString('hex'),
  }))
  await sql`
    insert into audit.audit_seal (chain, seq, audit_id, prev, hash)
    select s.chain, s.seq, s."auditId", decode(s.prev, 'hex'), decode(s.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s(chain uuid, seq bigint, "auditId" uuid, prev text, hash text)`.execute(tx)
}

/** Lists the seals of a chain after `seq`, in order, each with its current event. */
export async function listSeals(
  db: Db,
  chain: string,
  seq: number,
  limit: number,
): Promise<(Seal & { event: SealedEvent | undefined })[]> {
  const { rows } = await sql<Omit<Seal, 'seq'> & { seq: string } & (SealedEvent | { id: null })>`
    select s.chain, s.seq, s.audit_id, s.prev, s.hash, ${event}
    from (
      select * from audit.audit_seal where chain = ${chain} and seq > ${seq} order by seq
      limit ${limit}
    ) s left join audit.audit_log l on l.id = s.audit_id
    order by s.seq`.execute(db)
  return rows.map(({ chain, seq, auditId, prev, hash, ...rest }) => ({
    chain,
    seq: Number(seq),
    auditId,
    prev,
    hash,
    event: rest.id === null ? undefined : rest,
  }))
}

type Window = { from: Date; to: Date }

/**
 * Counts unsealed events of a chain: all of them, and those that are not recent by time or by id,
 * which contains the insertion time.
 */
export async function countUnsealed(
  db: Db,
  chain: string,
  recent: Window,
): Promise<{ pending: number; overdue: number }> {
  const ofChain = chain === ownChain ? sql`l.platform_id is null` : sql`l.platform_id = ${chain}`
  const { rows } = await sql<{ pending: number; overdue: number }>`
    select count(*)::int as pending, count(*) filter (where
      l.created_at not between ${recent.from} and ${recent.to}
      and l.id not between ${idAt(recent.from)}::uuid and ${idAt(recent.to)}::uuid
    )::int as overdue
    from audit.audit_log l
    where ${ofChain} and not exists (
      select from audit.audit_seal s where s.chain = ${chain} and s.audit_id = l.id
    )`.execute(db)
  return rows[0] ?? { pending: 0, overdue: 0 }
}

/** Lists all chains that have a seal or an event. */
export async function listChains(db: Db): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`
    select chain from audit.audit_seal
    union select coalesce(platform_id, ${ownChain}) from audit.audit_log
    order by chain`.execute(db)
  return rows.map(({ chain }) => chain)
}

/** Returns the smallest id generated at this time. */
function idAt(at: Date): string {
  const millis = at.getTime().toString(16).padStart(12, '0')
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7000-8000-000000000000`
}
