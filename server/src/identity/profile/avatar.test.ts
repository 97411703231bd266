import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@stowage/contract'
import { maxImageBytes } from '@stowage/contract/fields'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import {
  animatedGif,
  animatedPng,
  animatedWebp,
  photograph,
  png,
  pngOfLength,
  svg,
  upload,
  useBomb,
  vastPng,
} from '../../../test/pictures.ts'

const { me, saveAvatar, avatar } = api.identity.profile

let app: TestApp
let owner: Owner
let ada: Awaited<ReturnType<TestApp['newOperator']>>
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  ada = await app.newOperator()
})

type Upload = ReturnType<typeof upload>
const save = (body: Upload | Record<string, unknown>, { token } = ada) =>
  app.call(saveAvatar, { token, body })
const show = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'GET', url, headers })
const urlNow = async ({ token } = ada) => (await app.call(me, { token })).body.user.avatarUrl
const drawing = (inside: string, type = 'image/svg+xml') => upload(svg(inside), type)

/** The picture as it is served after this upload; undefined when it was refused as unreadable. */
async function served(body: Upload): Promise<Buffer | undefined> {
  const answer = await save(body)
  if (answer.status === 422) {
    expect(answer.body).toMatchObject({
      code: 'image_invalid',
      message: 'The image could not be read. Use PNG, JPG or SVG.',
    })
    return undefined
  }
  expect(answer.status).toBe(200)
  return (await show(answer.body.avatarUrl)).rawPayload
}

describe('an avatar', () => {
  test('gets a new random key with each upload', async () => {
    const grace = await app.newOperator()
    expect(await urlNow(grace)).toBeNull()
    const first = await save(upload(await png()), grace)
    expect([first.status, first.body]).toEqual([
      200,
      { avatarUrl: expect.stringMatching(/^\/api\/v1\/auth\/me\/avatar\/[\w-]{22}$/) as unknown },
    ])
    expect(await urlNow(grace)).toBe(first.body.avatarUrl)
    const { version } = (await app.call(me, { token: grace.token })).body.user
    const second = await save(upload(await photograph(), 'image/jpeg'), grace)
    expect(second.body.avatarUrl).not.toBe(first.body.avatarUrl)
    expect((await app.call(me, { token: grace.token })).body.user).toMatchObject({
      avatarUrl: second.body.avatarUrl,
      version,
    })
    expect((await show(first.body.avatarUrl)).statusCode).toBe(404)
    expect((await show(second.body.avatarUrl)).statusCode).toBe(200)
    const events = await owner.eventsOf(grace.user.id)
    expect(events.filter((event) => event.startsWith('AVATAR'))).toEqual(
      Array(2).fill('AVATAR_UPDATED success'),
    )
  })

  test('of two concurrent uploads matches the key of the account', async () => {
    const grace = await app.newOperator()
    const pictures = await Promise.all([png(30, 30), png(50, 50)])
    await Promise.all(pictures.map((each) => save(upload(each), grace)))
    expect((await show((await urlNow(grace)) ?? '')).statusCode).toBe(200)
  })

  test('is sent as WebP to clients that accept it, as PNG to others', async () => {
    const { avatarUrl } = (await save(upload(await png()))).body
    const typeFor = async (accept: string) => {
      const { headers, rawPayload } = await show(avatarUrl, { accept })
      const { format, width, height } = await sharp(rawPayload).metadata()
      expect([headers['content-type'], width, height]).toEqual([`image/${format}`, 256, 256])
      return format
    }
    for (const accept of ['image/avif,image/webp,*/*;q=0.8', 'IMAGE/WEBP ; q=0.5', 'image/webp'])
      expect(await typeFor(accept)).toBe('webp')
    for (const accept of ['', '*/*', 'image/*', 'image/png', 'image/webp;q=0,*/*', 'image/webpx'])
      expect(await typeFor(accept)).toBe('png')
  })

  test('U13 is served as an image only', async () => {
    const { avatarUrl } = (await save(upload(await png()))).body
    const { headers } = await show(avatarUrl, { accept: 'image/webp' })
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline; filename="avatar.webp"',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=86400, immutable',
      vary: 'Accept, Authorization',
      etag: expect.stringMatching(/^"[\w-]+"$/) as unknown,
    })
    expect(headers).not.toHaveProperty('set-cookie')
    expect((await show(avatarUrl)).headers['content-disposition']).toBe(
      'inline; filename="avatar.png"',
    )
  })

  test('is answered with 304 for a client that has it', async () => {
    const { avatarUrl } = (await save(upload(await png()))).body
    const { headers } = await show(avatarUrl)
    const tag = String(headers.etag)
    for (const had of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await show(avatarUrl, { 'if-none-match': had })
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
      expect(again.headers).toMatchObject({
        etag: tag,
        vary: 'Accept, Authorization',
        'cache-control': headers['cache-control'],
      })
    }
    for (const given of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': tag, accept: 'image/webp' },
    ])
      expect((await show(avatarUrl, given)).statusCode).toBe(200)
  })

  test.each(['A'.repeat(22), 'A'.repeat(21), 'A'.repeat(23), '..%2f'.repeat(4), '%00', "'or 1=1"])(
    'behind %s is not found',
    async (avatarKey) => {
      const { status, body, headers } = await app.call(avatar, { params: { avatarKey } })
      expect([status, body['code'], headers['cache-control']]).toEqual([
        404,
        'not_found',
        'no-store',
      ])
    },
  )

  test('requires a session', async () => {
    const { status } = await app.call(saveAvatar, { body: upload(await png()) })
    expect(status).toBe(401)
  })
})

describe('an invalid image', () => {
  test.each([
    [{}],
    [{ data: 'x', contentType: 'image/png' }],
    [{ data: 'data:text/html;base64,AAAA', contentType: 'text/html' }],
    [{ data: 'data:image/png;base64,AAAA', contentType: 'image/jpeg' }],
    [{ data: 'data:image/png;base64,AAA', contentType: 'image/png' }],
    [{ data: 'data:image/png;base64,', contentType: 'image/png' }],
    [{ data: 'data:image/png,AAAA', contentType: 'image/png' }],
    [{ data: 'http://example.com/a.png', contentType: 'image/png' }],
  ])('is refused: %j', async (body) => {
    const answer = await save(body)
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'validation_failed', message: 'Please upload an image file' },
    ])
  })

  test('U15 keeps the previous image', async () => {
    const before = (await save(upload(await png()))).body.avatarUrl
    for (const body of [upload('text'), upload('<svg', 'image/svg+xml'), upload(vastPng(5000))])
      expect((await save(body)).status).toBe(422)
    expect(await urlNow()).toBe(before)
    expect((await show(before)).statusCode).toBe(200)
  })
})

describe('SVG images', () => {
  test.each([
    ['<rect width="9" height="9" onload="alert(1)"/>'],
    ['<script>alert(1)</script>'],
    ['<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'],
    ['<rect width="9" height="9" fill="red"/>'],
  ])('U01 are rendered to pixels or refused: %s', async (inside) => {
    const bytes = await served(drawing(inside))
    if (!bytes) return expect(inside).not.toContain('red')
    expect(bytes.toString('latin1', 0, 4)).toBe('\x89PNG')
    const { format } = await sharp(bytes).metadata()
    expect(format).toBe('png')
  })

  test('U03 load nothing', async () => {
    let hits = 0
    const listener = createServer((_request, response) => {
      hits += 1
      response.end()
    })
    await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
    const at = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/a.svg`
    const drawings = [
      `<image width="9" height="9" href="${at}"/>`,
      `<image width="9" height="9" xlink:href="${at}"/>`,
      `<style>@import "${at}";</style>`,
      `<style>@import url(${at});</style>`,
      `<style>@font-face{font-family:a;src:url(${at})}</style><text font-family="a">a</text>`,
      `<use href="${at}#a"/>`,
      `<rect width="9" height="9" fill="url(${at}#a)"/>`,
      `<rect width="9" height="9" style="filter:url('${at}#a')"/>`,
      `<filter id="f"><feImage href="${at}"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
      `<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="${at}"/>`,
      `<g xml:base="${at}"><use href="#a"/></g>`,
    ].map((inside) => svg(inside))
    drawings.push(
      `<!DOCTYPE svg SYSTEM "${at}">${svg('')}`,
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "${at}">]>${svg('<text>&a;</text>')}`,
      `<?xml-stylesheet href="${at}" type="text/css"?>${svg('')}`,
    )
    for (const each of drawings) {
      const { status } = await save(upload(each, 'image/svg+xml'))
      expect([200, 422]).toContain(status)
    }
    await fetch(at)
    listener.close()
    expect(hits, 'only our own').toBe(1)
  })

  test('U05 of ten million elements are refused', async () => {
    expect(await served(upload(useBomb, 'image/svg+xml'))).toBeUndefined()
  })
})

describe('images', () => {
  test('U09 of exactly ten megabytes are accepted', async () => {
    const { token } = await app.newOperator()
    const body = upload(await pngOfLength(maxImageBytes))
    expect((await app.call(saveAvatar, { token, body })).status).toBe(200)
  })

  test('U07 that unpack to too many pixels are refused', async () => {
    expect(await served(upload(vastPng(15_000)))).toBeUndefined()
  })

  test.each([
    ['APNG', () => upload(animatedPng(5_000))],
    ['GIF', () => upload(animatedGif(5_000), 'image/gif')],
    ['WebP', async () => upload(await animatedWebp(50), 'image/webp')],
  ])('U07 lose their animation: %s', async (_kind, make) => {
    const bytes = (await served(await make())) ?? Buffer.alloc(0)
    const { width, height, pages = 1 } = await sharp(bytes).metadata()
    expect([width, height, pages]).toEqual([256, 256, 1])
  })

  test('U11 lose their location and are rotated upright', async () => {
    const body = upload(await photograph(), 'image/jpeg')
    const { exif } = await sharp(Buffer.from(body.data.split(',')[1] ?? '', 'base64')).metadata()
    expect(exif?.toString('latin1')).toContain('Ada')
    for (const accept of ['image/png', 'image/webp']) {
      const { avatarUrl } = (await save(body)).body
      const { rawPayload } = await show(avatarUrl, { accept })
      const kept = await sharp(rawPayload).metadata()
      expect([kept.exif, kept.icc, kept.xmp, kept.orientation]).toEqual(Array(4).fill(undefined))
      expect(rawPayload.toString('latin1')).not.toMatch(/Exif|Ada|GPS/)
    }
  })
})
