import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

export type Membership = {
  platformId: string
  name: string
  slug: string
  platformStatus: string
  memberId: string
  role: string
  status: string
  createdAt: Date
  /** Somebody else is a member there too. */
  hasOthers: boolean
}

/** Every platform this account is a member of, with rights or without. */
export async function listMemberships(db: Db, accountId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select * from authz.memberships_of(${accountId})`.execute(db)
  return rows
}
