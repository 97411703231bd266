import { z } from 'zod'
import { id, image } from '../fields.ts'
import { del, file, get, post } from '../route.ts'
import { one } from './returns.ts'

/** The most photos of one received item. */
export const mostPhotos = 6

export const returnPhotos = {
  add: post('/tenant/:slug/returns/:returnId/photos', {
    summary: `Add a photo of a received item, up to ${mostPhotos}, until the return is closed`,
    allow: 'return.inspect',
    upload: 'photo',
    body: image.extend({ itemNo: z.int() }),
    status: 201,
    reply: one.extend({ photoId: id }),
    errors: ['photo_limit', 'invalid_transition', 'lock_timeout'],
    idempotent: true,
    limits: ['PHOTO'],
  }),
  show: get('/tenant/:slug/returns/:returnId/photos/:photoId', {
    summary: 'A photo of a received item as WebP, at most 1280 pixels wide and high',
    allow: 'return.read',
    reply: file,
  }),
  remove: del('/tenant/:slug/returns/:returnId/photos/:photoId', {
    summary: 'Remove a photo, until the return is closed',
    allow: 'return.inspect',
    reply: one,
    errors: ['invalid_transition', 'lock_timeout'],
  }),
}
