import type { AuditAction } from '@stowage/contract/audit-actions'
import { mostPhotos } from '@stowage/contract/orders/return-photos'
import type { CustomerReturn } from '@stowage/contract/orders/returns'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { getReturn } from './commands.ts'
import { returns, type ItemRow, type LineRow, type ReturnRow } from './queries.ts'
import { deletePhoto, insertPhoto } from './photo-queries.ts'

type Changed = { return: CustomerReturn }

/**
 * Adds a photo of a received item. The return keeps its version, so an inspection which is being typed can still
 * be saved. Fails with `photo_limit` and, unless the return is being inspected, with `invalid_transition`.
 */
export async function addPhoto(
  tx: Tx,
  actor: WorkspaceMember,
  returnId: string,
  { itemNo, webp }: { itemNo: number; webp: Buffer },
): Promise<Changed & { photoId: string }> {
  const { row, items } = await lockForPhotos(tx, actor, returnId)
  const found =
    items.find(({ item }) => item.itemNo === itemNo) ??
    failField('itemNo', 'This item isn’t part of the return')
  if (found.item.photos.length >= mostPhotos) fail('photo_limit')
  const photoId = newId()
  await Promise.all([
    insertPhoto(tx, actor, row.id, { photoId, itemNo, webp }),
    note(tx, actor, 'RETURN_PHOTO_ADDED', row, found),
  ])
  return { return: await getReturn(tx, actor, returnId), photoId }
}

/** Removes a photo. Fails unless the return is being inspected with `invalid_transition`. */
export async function removePhoto(
  tx: Tx,
  actor: WorkspaceMember,
  returnId: string,
  photoId: string,
): Promise<Changed> {
  const { row, items } = await lockForPhotos(tx, actor, returnId)
  const found = items.find(({ item }) => item.photos.includes(photoId.toLowerCase())) ?? notFound()
  await Promise.all([
    deletePhoto(tx, actor.platform.id, row.id, photoId),
    note(tx, actor, 'RETURN_PHOTO_REMOVED', row, found),
  ])
  return { return: await getReturn(tx, actor, returnId) }
}

type Found = { line: LineRow; item: ItemRow }

async function lockForPhotos(tx: Tx, actor: WorkspaceMember, returnId: string) {
  const { row, lines } = await lockDocument(tx, returns, actor, returnId)
  const { state: from, number } = row
  if (from !== 'received' && from !== 'inspected')
    fail('invalid_transition', {
      message:
        row.receivedAt === null
          ? `Nothing of ${number} was received.`
          : `${number} is closed. Its photos can’t be changed.`,
      blockers: [{ type: 'return', from, to: 'inspected', allowed: [] }],
    })
  const items = lines.flatMap((line) => line.items.map((item): Found => ({ line, item })))
  return { row, items }
}

const note = (
  tx: Tx,
  actor: WorkspaceMember,
  action: AuditAction,
  { id, number }: ReturnRow,
  { line, item }: Found,
) =>
  record(tx, actor, action, {
    target: { type: returns.type, id, name: number },
    metadata: { sku: line.sku, itemNo: item.itemNo },
  })
