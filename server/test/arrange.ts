import { randomUUID } from 'node:crypto'
import type { TestApp } from './app.ts'

/**
 * Runs one statement as the owner of the tables without row-level security, to arrange what the
 * server has no call for or to look at what it wrote. What it sets for its session may reach later ones.
 */
export async function arrange(
  app: TestApp,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return (await app.owner.query<Record<string, unknown>>(statement, values)).rows
}

/** A signed-in operator whose account is linked to the platform, as accepting an invitation does. */
export async function linkOperator(app: TestApp, platform: { id: string }, role: string) {
  const operator = await app.newOperator()
  const memberId = randomUUID()
  await arrange(
    app,
    `insert into tenant.members (platform_id, id, email, email_key, first_name, last_name,
       account_id, role, created_at, updated_at)
     values ($1, $2, $3, $3, '', '', $4, $5, now(), now())`,
    [platform.id, memberId, operator.email, operator.user.id, role],
  )
  return { ...operator, memberId }
}

/** The events of a platform, oldest first. */
export const eventsOf = (app: TestApp, platformId: string) =>
  arrange(
    app,
    `select action, outcome, actor_type, actor_id, actor_email, platform_slug, target_type, target_id,
       target_name, ip, user_agent, session_id, metadata, created_at
     from audit.audit_log where platform_id = $1 order by id`,
    [platformId],
  )
