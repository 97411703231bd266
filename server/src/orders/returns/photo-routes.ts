import type { returnPhotos } from '@stowage/contract/orders/return-photos'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { imageReply } from '../../images/reply.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { returns } from './queries.ts'
import { addPhoto, removePhoto } from './add-photo.ts'
import { findPhoto } from './photo-queries.ts'

export const returnPhotoHandlers: Handlers<typeof returnPhotos> = {
  add: async ({ write, actor, images }, { params, body: { itemNo, ...upload } }) => {
    const { webp } = await images.convert(upload, 'photo')
    return write((tx) => addPhoto(tx, actor, params.returnId, { itemNo, webp }))
  },

  show: ({ read, actor }, { params: { returnId, photoId } }) =>
    read(async (db) => {
      const [webp] = await Promise.all([
        findPhoto(db, actor.platform.id, returnId, photoId),
        // Fails for a return that the member may not see.
        getDocument(db, returns, actor, returnId),
      ])
      return imageReply('webp', webp ?? notFound(), {
        name: 'photo',
        tag: photoId,
        cache: 'private, max-age=86400, immutable',
      })
    }),

  remove: ({ write, actor }, { params: { returnId, photoId } }) =>
    write((tx) => removePhoto(tx, actor, returnId, photoId)),
}
