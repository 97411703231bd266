import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import type pg from 'pg'
import { queues } from './queues.ts'

const schema = 'pgboss'

/**
 * Creates or upgrades the queue's tables and our queues as their owner, so the serving role needs
 * no right to create tables. `owner` must be able to act as `stowage_owner`, and its session does
 * so afterwards.
 */
export async function installQueue(owner: pg.ClientBase): Promise<void> {
  await owner.query('set role stowage_owner')
  await installTables(owner)
  for (const [name, { isKeyed, schedule }] of Object.entries(queues)) {
    const options = JSON.stringify({ policy: isKeyed || schedule ? 'exclusive' : 'standard' })
    await owner.query(`select ${schema}.create_queue($1, $2)`, [name, options])
  }
}

async function installTables(owner: pg.ClientBase): Promise<void> {
  const wanted = pgBoss.pgboss.schema
  const installed = await installedVersion(owner)
  if (installed?.version === wanted && installed.granted) return
  if (installed === undefined) {
    await owner.query(getConstructionPlans(schema))
  } else if (installed.version < wanted) {
    await owner.query(getMigrationPlans(schema, installed.version))
  } else if (installed.version > wanted) {
    throw new Error(
      `The job queue in this database is newer (version ${installed.version}) than this release of Stowage (${wanted}).`,
    )
  }
  // The schema is granted last, so a granted schema means that all steps are complete.
  await owner.query(`
    grant select, insert, update, delete on all tables in schema ${schema} to stowage_app;
    grant execute on all functions in schema ${schema} to stowage_app;
    grant usage on schema ${schema} to stowage_app`)
}

async function installedVersion(
  owner: pg.ClientBase,
): Promise<{ version: number; granted: boolean } | undefined> {
  const found = await owner.query<{ present: boolean }>(
    `select to_regclass('${schema}.version') is not null as present`,
  )
  if (!found.rows[0]?.present) return undefined
  const { rows } = await owner.query<{ version: number; granted: boolean }>(
    `select version, has_schema_privilege('stowage_app', '${schema}', 'usage') as granted
     from ${schema}.version`,
  )
  return rows[0]
}
