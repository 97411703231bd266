import { connect } from '../server/src/database/connect.ts'

/** A password hash as the server stored it, so that the comparison has its very parameters. */
export async function storedHash(ownerUrl: string): Promise<string> {
  const { db, close } = connect(ownerUrl, { max: 1 })
  try {
    const { passwordHash } = await db
      .selectFrom('identity.credentials')
      .select('passwordHash')
      .limit(1)
      .executeTakeFirstOrThrow()
    return passwordHash
  } finally {
    await close()
  }
}
