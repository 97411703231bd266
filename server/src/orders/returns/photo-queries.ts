import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

type Photo = { photoId: string; itemNo: number; webp: Buffer }

/** Inserts a photo of an item of a return. */
export async function insertPhoto(
  tx: Tx,
  { platform, id: createdBy, at }: { platform: { id: string }; id: string; at: Date },
  returnId: string,
  photo: Photo,
): Promise<void> {
  await tx
    .insertInto('tenant.returnPhotos')
    .values({ platformId: platform.id, returnId, ...photo, createdAt: at, createdBy })
    .execute()
}

/** Returns the WebP of a photo. */
export async function findPhoto(
  db: Db,
  platformId: string,
  returnId: string,
  photoId: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('tenant.returnPhotos')
    .select('webp')
    .where('platformId', '=', platformId)
    .where('returnId', '=', returnId)
    .where('photoId', '=', photoId)
    .executeTakeFirst()
  return row?.webp
}

export async function deletePhoto(
  tx: Tx,
  platformId: string,
  returnId: string,
  photoId: string,
): Promise<void> {
  await sql`
    delete from tenant.return_photos
    where platform_id = ${platformId} and return_id = ${returnId} and photo_id = ${photoId}`.execute(
    tx,
  )
}
