import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { afterEach } from 'vitest'
import type { Step } from '../src/cells/cells.ts'
import type { TestApp } from './app.ts'
import type { setupCells } from './cells.ts'

type Person = Awaited<ReturnType<TestApp['newOperator']>>

/** Returns helpers for platforms in several databases. */
export function callingCells({ app, owner }: Awaited<ReturnType<typeof setupCells>>) {
  const { cells } = app.context
  const goOn = cells.afterStep
  const revive = () => void (cells.afterStep = goOn)
  afterEach(revive)

  /** Lets only this cell take new platforms. */
  const only = (name: string) =>
    sql`update directory.cells
      set state = case when name = ${name} then 'active' else 'draining' end`.execute(owner('main'))

  return {
    only,
    revive,
    /** Ends what is done in several databases after this step, as if the process was killed, until `revive`. */
    killAfter(step: Step) {
      cells.afterStep = async (now) => {
        if (now === step) throw new Error('killed')
      }
    },
    async createIn(cell: string, person: Person, name = `p-${randomUUID()}`) {
      await only(cell)
      return app.newPlatform(person, name)
    },
    /** Makes the account a member of a platform in this cell, and returns the member. */
    async join(cell: string, boss: Person, platform: { id: string; slug: string }, heir: Person) {
      await app.call(api.platforms.members.invite, {
        token: boss.token,
        params: { platformId: platform.id },
        body: { memberEmail: heir.email },
      })
      const { db } = await cells.byName(cell)
      const [mail] = await app.mailsTo(heir.email, db)
      const token = /invite=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
      const joined = await app.call(api.platforms.invitations.accept, {
        params: { slug: platform.slug },
        body: { token },
      })
      if (joined.status !== 200) throw new Error(`not joined: ${JSON.stringify(joined.body)}`)
      return joined.body.member
    },
    /** The actions in the audit log of a platform, as its own database has them. */
    async actionsIn(cell: string, platformId: string) {
      const { rows } = await sql<{ action: string }>`
        select action from audit.audit_log where platform_id = ${platformId}
        order by id`.execute(owner(cell))
      return rows.map(({ action }) => action)
    },
  }
}
