import type { Db, Tx } from '../../database/connect.ts'

type Logo = { key: string; png: Buffer; webp: Buffer }

/** Inserts or replaces the platform's logo. */
export async function putLogo(tx: Tx, platformId: string, logo: Logo, at: Date): Promise<void> {
  const values = { ...logo, createdAt: at }
  await tx
    .insertInto('tenant.platformLogos')
    .values({ platformId, ...values })
    .onConflict((conflict) => conflict.column('platformId').doUpdateSet(values))
    .execute()
}

/** Returns the logo with this key in one of its two formats. */
export async function findLogo(db: Db, platformId: string, key: string, type: 'png' | 'webp') {
  const row = await db
    .selectFrom('tenant.platformLogos')
    .select(type)
    .where('platformId', '=', platformId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.[type]
}

export async function deleteLogo(tx: Tx, platformId: string): Promise<void> {
  await tx.deleteFrom('tenant.platformLogos').where('platformId', '=', platformId).execute()
}
