import type { returns as routes } from '@stowage/contract/orders/returns'
import type { returnPhotos } from '@stowage/contract/orders/return-photos'
import type { Handlers } from '../../http/mount.ts'
import { retryConflicts } from '../../warehouse/stock/retry-conflicts.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { orders } from '../orders/queries.ts'
import { disposeReturn, inspectReturn } from './dispose.ts'
import { receiveReturn } from './receive.ts'
import {
  authorizeReturn,
  closeReturn,
  createReturn,
  endReturn,
  getReturn,
  requestRefund,
} from './commands.ts'
import { returnColumns } from './export.ts'
import { returns } from './queries.ts'
import { toListed, toReturnable } from './reply.ts'
import { listReturnable } from './list-queries.ts'
import { notFound } from '../../errors.ts'
import { imageReply } from '../../images/reply.ts'
import { addPhoto, removePhoto } from './add-photo.ts'
import { findPhoto } from './photo-queries.ts'

const { list, details, create, step } = documentHandlers(returns, 'return')

const retry = retryConflicts

export const returnHandlers: Handlers<typeof routes> = {
  list: list('returns', returnColumns, (rows) => rows.map(toListed)),
  details: details(getReturn),

  returnable: ({ read, actor }, { params: { orderId } }) =>
    read(async (db) => {
      const [rows] = await Promise.all([
        listReturnable(db, actor.platform.id, orderId),
        // Fails for an order that the member may not see.
        getDocument(db, orders, actor, orderId),
      ])
      return { items: rows.map(toReturnable) }
    }),

  create: create(createReturn, { rights: { 'return.authorize': ({ authorize }) => authorize } }),
  authorize: step(authorizeReturn),
  reject: step((tx, actor, id, body) => endReturn(tx, actor, id, body, 'rejected')),
  cancel: step((tx, actor, id, body) => endReturn(tx, actor, id, body, 'cancelled')),
  receive: step(receiveReturn, {
    retry,
    rights: { 'stock.backdate': ({ effectiveAt }) => effectiveAt !== undefined },
  }),
  inspect: step(inspectReturn, {
    retry,
    rights: {
      'return.dispose': ({ lines }) => lines.some(({ dispositions }) => dispositions.length > 0),
    },
  }),
  dispose: step(disposeReturn, { retry }),
  close: step(closeReturn),
  requestRefund: step(requestRefund),
}

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
