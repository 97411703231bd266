import pg from 'pg'
import type { TestApp } from './app.ts'

export type Owner = Awaited<ReturnType<typeof openOwner>>

type EventRow = {
  action: string
  outcome: string
  actorType: string
  actorId: string | null
  actorEmail: string | null
  metadata: unknown
}
type Password = { passwordHash: string; pepperKeyId: string }

const eventColumns = `action, outcome, metadata, actor_type as "actorType", actor_id as "actorId",
  actor_email as "actorEmail"`

/** Opens a connection as the owner of the database, to inspect or correct rows behind the server's back. */
export async function openOwner(app: Pick<TestApp, 'ownerUrl'>) {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  const rowsOf = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows

  return {
    rowsOf,
    /** `ACTION outcome` of everything this account is the actor of, oldest first. */
    async eventsOf(accountId: string) {
      const rows = await rowsOf<EventRow>(
        `select ${eventColumns} from audit.audit_log where actor_id = $1 order by id`,
        [accountId],
      )
      return rows.map(({ action, outcome }) => `${action} ${outcome}`)
    },
    /** Events of this kind without a known actor, oldest first. */
    anonymousEvents: (action: string) =>
      rowsOf<EventRow>(
        `select ${eventColumns} from audit.audit_log
         where action = $1 and actor_id is null order by id`,
        [action],
      ),
    setStatus: (accountId: string, status: string) =>
      rowsOf('update identity.accounts set status = $2 where id = $1', [accountId, status]),
    async storedPassword(accountId: string): Promise<Password | undefined> {
      const [stored] = await rowsOf<Password>(
        `select password_hash as "passwordHash", pepper_key_id as "pepperKeyId"
         from identity.credentials where account_id = $1`,
        [accountId],
      )
      return stored
    },
    putHash: (accountId: string, passwordHash: string) =>
      rowsOf('update identity.credentials set password_hash = $2 where account_id = $1', [
        accountId,
        passwordHash,
      ]),
    close: () => client.end(),
  }
}
