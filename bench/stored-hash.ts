import { connect } from '../server/src/database/connect.ts'

/** Returns a password hash stored by the server, so the comparison uses its parameters. */
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
