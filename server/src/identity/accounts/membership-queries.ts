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
  /** The platform has other members. */
  hasOthers: boolean
  /** The database of the platform, null if it is the control database. */
  cell: string | null
}

/** Lists all platforms of this account, with or without permissions. */
export async function listMemberships(db: Db, accountId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select * from authz.memberships_of(${accountId})`.execute(db)
  return rows
}
