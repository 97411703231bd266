import { randomUUID } from 'node:crypto'
import { mostPhotos } from '@stowage/contract/orders/return-photos'
import { maxImageBytes } from '@stowage/contract/fields'
import { api } from '@stowage/contract'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, openSite } from '../../../test/fixtures.ts'
import { photograph, png, pngOfLength, svg, upload } from '../../../test/pictures.ts'
import {
  authorizedOf,
  receiveAll,
  returnNow,
  shippedOf,
  stepReturn,
} from '../../../test/return-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { returnPhotos } = api.orders
const { app, site } = await setupSite()

type By = { token: string }
type Body = Record<string, unknown>

async function received(qty = '1') {
  const mug = await shippedOf(app, site, qty)
  return (await receiveAll(app, site, await authorizedOf(app, site, mug, qty))).body.return
}

const at = (returnId: string) => ({ ...site.params, returnId })
const add = (returnId: string, body: Body, by: By = site, headers: Record<string, string> = {}) =>
  app.call(returnPhotos.add, {
    params: at(returnId),
    token: by.token,
    headers,
    body: { itemNo: 1, ...body } as never,
  })
const remove = (returnId: string, photoId: string, by: By = site) =>
  app.call(returnPhotos.remove, { params: { ...at(returnId), photoId }, token: by.token })
const show = (returnId: string, photoId: string, { token }: By = site, slug = site.params.slug) =>
  app.http.inject({
    url: `/api/v1/tenant/${slug}/returns/${returnId}/photos/${photoId}`,
    headers: { authorization: `Bearer ${token}` },
  })
const photosOf = async (returnId: string) =>
  (await returnNow(app, site, returnId)).lines.flatMap(({ items }) =>
    items.flatMap(({ photos }) => photos),
  )

describe('a photo of a returned item', () => {
  test('is taken, shown and removed while the return is inspected, and recorded', async () => {
    const one = await received()
    const { status, body } = await add(one.id, upload(await png()))
    expect([status, body.return.lines]).toMatchObject([
      201,
      [{ items: [{ itemNo: 1, photos: [body.photoId] }] }],
    ])
    const shown = await show(one.id, body.photoId)
    expect([shown.statusCode, shown.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=86400, immutable',
        vary: 'Accept, Authorization',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    ])
    const inspected = await stepReturn(app, site, 'inspect', one, {
      lines: [
        {
          lineId: one.lines[0]?.id,
          dispositions: [{ disposition: 'scrap', qty: '1' }],
        },
      ],
    })
    // Neither a photo nor its removal keeps a typed inspection from being saved.
    expect(inspected.status).toBe(200)
    const second = await add(one.id, upload(await png()))
    expect(await photosOf(one.id)).toEqual([body.photoId, second.body.photoId])
    const removed = await remove(one.id, body.photoId)
    expect([removed.status, removed.body.return.version]).toEqual([
      200,
      inspected.body.return.version,
    ])
    expect((await show(one.id, body.photoId)).statusCode).toBe(404)
    expect(refusal(await remove(one.id, body.photoId))).toEqual([404, 'not_found'])

    await stepReturn(app, site, 'close', inspected.body.return)
    expect(refusal(await add(one.id, upload(await png())))).toEqual([409, 'invalid_transition'])
    const late = await remove(one.id, second.body.photoId)
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        code: 'invalid_transition',
        message: `${one.number} is closed. Its photos can’t be changed.`,
      },
    ])
    expect((await show(one.id, second.body.photoId)).statusCode).toBe(200)
    const noted = (await eventsOf(app, site.platform.id)).filter(({ action }) =>
      String(action).startsWith('RETURN_PHOTO'),
    )
    expect(noted).toMatchObject([
      { action: 'RETURN_PHOTO_ADDED', target_name: one.number, metadata: { itemNo: 1 } },
      { action: 'RETURN_PHOTO_ADDED' },
      { action: 'RETURN_PHOTO_REMOVED', target_name: one.number },
    ])
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('loses its place and fits into 1280 pixels, upright', async () => {
    const one = await received()
    const { body } = await add(one.id, upload(await photograph(), 'image/jpeg'))
    const bytes = (await show(one.id, body.photoId)).rawPayload
    const { format, width, height, exif } = await sharp(bytes).metadata()
    expect([format, width, height, exif]).toEqual(['webp', 40, 60, undefined])
    const large = await add(one.id, upload(await png(2000, 1000)))
    const { width: across, height: down } = await sharp(
      (await show(one.id, large.body.photoId)).rawPayload,
    ).metadata()
    expect([across, down]).toEqual([1280, 640])
  })

  test('is an image of at most 10 MB of an item that was received', async () => {
    const expected = await authorizedOf(app, site, await shippedOf(app, site, '1'), '1')
    expect(refusal(await add(expected.id, upload(await png())))).toEqual([
      409,
      'invalid_transition',
    ])
    const one = await received()
    const good = upload(await png())
    expect(refusal(await add(one.id, {}))).toEqual([400, 'validation_failed'])
    expect(refusal(await add(one.id, upload('text')))).toEqual([422, 'image_invalid'])
    expect(refusal(await add(one.id, upload('text', 'text/plain')))).toEqual([
      400,
      'validation_failed',
    ])
    const unknown = await add(one.id, { ...good, itemNo: 2 })
    expect([unknown.status, unknown.body.details]).toMatchObject([400, [{ path: 'itemNo' }]])
    const large = await add(one.id, upload(await pngOfLength(maxImageBytes + 1)))
    expect([large.status, large.body]).toMatchObject([
      413,
      { code: 'payload_too_large', message: 'Photo must be 10 MB or smaller.' },
    ])
    const drawing = upload(svg('<script>alert(1)</script>'), 'image/svg+xml')
    expect(refusal(await add(one.id, drawing))).toEqual([422, 'image_invalid'])
    expect(await photosOf(one.id)).toEqual([])
  })

  test('is one of six at most, and a retry adds it once', async () => {
    const one = await received()
    const body = upload(await png())
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [
      await add(one.id, body, site, headers),
      await add(one.id, body, site, headers),
    ]
    expect(again.body.photoId).toBe(first.body.photoId)
    await Promise.all(Array.from({ length: mostPhotos }, () => add(one.id, body)))
    expect(await photosOf(one.id)).toHaveLength(mostPhotos)
    const seventh = await add(one.id, body)
    expect([seventh.status, seventh.body]).toMatchObject([
      409,
      { code: 'photo_limit', message: `An item can have up to ${mostPhotos} photos.` },
    ])
    await remove(one.id, first.body.photoId)
    expect((await add(one.id, body)).status).toBe(201)
  })
})

test('photos are seen and changed by those who may', async () => {
  const one = await received()
  const body = upload(await png())
  const { photoId } = (await add(one.id, body)).body
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  expect((await show(one.id, photoId, receiver)).statusCode).toBe(200)
  const denied = [422, 'permission_denied']
  expect(refusal(await add(one.id, body, receiver))).toEqual(denied)
  expect(refusal(await remove(one.id, photoId, receiver))).toEqual(denied)

  const clerk = await app.newMember(site.owner, site.platform, { role: 'returns_clerk' })
  const second = (await add(one.id, body, clerk)).body.photoId
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: clerk.id },
    body: { warehouseIds: [east.id] },
  })
  const missing = [404, 'not_found']
  expect((await show(one.id, photoId, clerk)).statusCode).toBe(404)
  expect(refusal(await add(one.id, body, clerk))).toEqual(missing)
  expect(refusal(await remove(one.id, photoId, clerk))).toEqual(missing)

  const bob = await app.newOperator()
  const other = await app.newPlatform(bob)
  const stranger = await app.newMember(bob, other, { role: 'returns_clerk' })
  expect((await show(one.id, photoId, stranger, other.slug)).statusCode).toBe(404)
  // A photo of another return is not one of this.
  expect((await show((await received()).id, photoId)).statusCode).toBe(404)
  expect(await photosOf(one.id)).toEqual([photoId, second])
})
