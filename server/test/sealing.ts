import { onTestFinished } from 'vitest'
import { connect, type Db } from '../src/database/connect.ts'
import { withRole } from '../src/database/login.ts'
import { verifyLog } from '../src/platforms/audit/verify-log.ts'
import { sealWaiting } from '../src/platforms/audit/seal-waiting.ts'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'

/** Handles that act as the sealer of this application's log; closed when the test ends. */
export function sealerOf({ ownerUrl }: Pick<TestApp, 'ownerUrl'>): Db {
  const { db, close } = connect(withRole(ownerUrl, 'stowage_sealer'), { onError: () => {} })
  onTestFinished(() => close())
  return db
}

/** Seals what waits, as the server does every second. */
export const seal = (app: Pick<TestApp, 'ownerUrl' | 'context'>) =>
  sealWaiting(sealerOf(app), app.context.log)

/** Adds events to a chain as the server would, in one statement. */
export const addEvents = (app: TestApp, chain: string, count: number) =>
  arrange(
    app,
    `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id,
       request_id, amr, metadata)
     select gen_random_uuid(), clock_timestamp(), 'N' || n, 'success', 'system', $1, 'r',
       array['pwd'], jsonb_build_object('n', n)
     from generate_series(1, $2::int) n`,
    [chain, count],
  )

/** Changes the log as its owner, who can switch the triggers off. */
export async function tamperWith(app: TestApp, statements: string | string[], values: unknown[]) {
  const triggers = async (verb: 'disable' | 'enable') => {
    for (const table of ['audit_log', 'audit_seal'])
      await arrange(app, `alter table audit.${table} ${verb} trigger all`)
  }
  await triggers('disable')
  try {
    for (const statement of [statements].flat()) await arrange(app, statement, values)
  } finally {
    await triggers('enable')
  }
}

/** Returns the faults found by the verifier, by chain. */
export async function faultsOf(app: TestApp, only?: string) {
  const found: Record<string, unknown> = {}
  for await (const { chain, fault } of verifyLog(sealerOf(app), app.context, { only }))
    if (fault) found[chain] = fault
  return found
}
