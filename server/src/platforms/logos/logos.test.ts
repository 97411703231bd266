import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { maxImageBytes } from '@stowage/contract/fields'
import { api } from '@stowage/contract'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
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

const { directory, logos } = api.platforms
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await setupApp()
const alice = await app.newOperator()
beforeEach(async () => {
  platform = await app.newPlatform(alice)
})

type Upload = ReturnType<typeof upload>
const save = (body: Upload | Record<string, unknown>, { token }: { token: string } = alice) =>
  app.call(logos.save, { token, params: { platformId: platform.id }, body })
const show = (slug = platform.slug, headers: Record<string, string> = {}, query = '') =>
  app.http.inject({ url: `/api/v1/platforms/logo/${slug}${query}`, headers })
const details = async () => {
  const params = { platformId: platform.id }
  return (await app.call(directory.details, { token: alice.token, params })).body.platform
}
const change = (body: Record<string, unknown>) =>
  app.call(directory.update, { token: alice.token, params: { platformId: platform.id }, body })
const logoEvents = async () =>
  (await eventsOf(app, platform.id)).filter(({ action }) => String(action).includes('LOGO'))

/** The logo as it is served after this upload; undefined when it was refused as unreadable. */
async function served(body: Upload): Promise<Buffer | undefined> {
  const { status, body: answer } = await save(body)
  if (status === 422) expect(answer).toMatchObject({ code: 'image_invalid' })
  else expect(status).toBe(200)
  return status === 200 ? (await show()).rawPayload : undefined
}

describe('a logo', () => {
  test('is shown in details, list and sign-in page and recorded', async () => {
    expect((await show()).statusCode).toBe(404)
    const { version } = await details()
    const logoUrl = `/api/v1/platforms/logo/${platform.slug}`
    const answer = await save(upload(await png()))
    expect([answer.status, answer.body]).toEqual([200, { logoUrl }])
    expect(await details()).toMatchObject({ hasLogo: true, logoUrl, logo: logoUrl, version })
    const mine = await app.call(directory.mine, { token: alice.token })
    expect(mine.body.platforms.find(({ id }) => id === platform.id)).toMatchObject({
      hasLogo: true,
      logoUrl,
    })
    const resolved = await app.call(directory.resolve, { params: { slug: platform.slug } })
    expect(resolved.body.platform).toMatchObject({ hasLogo: true, logoUrl })
    expect(await eventsOf(app, platform.id)).toHaveLength(2)
    expect(await logoEvents()).toMatchObject([
      {
        action: 'PLATFORM_LOGO_UPDATED',
        outcome: 'success',
        actor_id: alice.user.id,
        platform_slug: platform.slug,
        target_name: platform.name,
      },
    ])
  })

  test('U13 is served as an image only', async () => {
    await save(upload(await png(1000, 500)))
    for (const [accept, type] of [
      ['*/*', 'png'],
      ['image/webp', 'webp'],
    ] as const) {
      const { headers, rawPayload } = await show(platform.slug, { accept }, '?t=17')
      expect(headers).toMatchObject({
        'content-type': `image/${type}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `inline; filename="logo.${type}"`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=300',
        vary: 'Accept',
      })
      expect(headers).not.toHaveProperty('set-cookie')
      const { format, width, height } = await sharp(rawPayload).metadata()
      expect([format, width, height]).toEqual([type, 512, 256])
      const again = await show(platform.slug, { accept, 'if-none-match': String(headers.etag) })
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    }
    const { etag } = (await show()).headers
    await save(upload(await png(20, 20)))
    const other = await show(platform.slug, { 'if-none-match': String(etag) })
    expect(other.statusCode).toBe(200)
  })

  test('follows the platform to a new slug and is hidden while it is suspended', async () => {
    await save(upload(await png()))
    const former = platform.slug
    const slug = `s-${randomUUID()}`
    expect((await change({ slug })).body.platform.logoUrl).toBe(`/api/v1/platforms/logo/${slug}`)
    for (const path of [former, slug, slug.toUpperCase()])
      expect((await show(path)).statusCode).toBe(200)
    await arrange(app, `update tenant.platforms set status = 'suspended' where platform_id = $1`, [
      platform.id,
    ])
    for (const path of [former, slug]) expect((await show(path)).statusCode).toBe(404)
  })

  test.each(['nobody-at-all', '..%2f..', '%00', "'or 1=1", 'a'.repeat(150)])(
    'of %s returns 404',
    async (slug) => {
      const { statusCode, headers } = await show(slug)
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    },
  )

  test('is removed by null only', async () => {
    await save(upload(await png()))
    for (const logoUrl of ['', `/api/v1/platforms/logo/${platform.slug}?t=1`, undefined])
      expect((await change({ logoUrl })).body.platform.hasLogo).toBe(true)
    const { status, body } = await change({ logoUrl: null })
    expect([status, body.platform]).toMatchObject([200, { hasLogo: false, logoUrl: null }])
    expect((await show()).statusCode).toBe(404)
    const [left] = await arrange(
      app,
      'select count(*)::int as logos from tenant.platform_logos where platform_id = $1',
      [platform.id],
    )
    expect(left).toEqual({ logos: 0 })
    expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
      action: 'PLATFORM_UPDATED',
      metadata: { changed: ['logo'] },
    })
    const events = await eventsOf(app, platform.id)
    await change({ logoUrl: null })
    expect(await eventsOf(app, platform.id)).toEqual(events)
  })

  test('of two concurrent uploads matches the key of the platform', async () => {
    const pictures = await Promise.all([png(30, 30), png(50, 50)])
    await Promise.all(pictures.map((each) => save(upload(each))))
    expect((await show()).statusCode).toBe(200)
  })

  test('requires owner or admin', async () => {
    const body = upload(await png())
    expect((await save(body, await linkOperator(app, platform, 'admin'))).status).toBe(200)
    for (const role of ['auditor', 'viewer']) {
      const refused = await save(body, await linkOperator(app, platform, role))
      expect([refused.status, refused.body['code']]).toEqual([422, 'permission_denied'])
    }
  })

  test('I07 cannot be changed by a stranger', async () => {
    await save(upload(await png()))
    const before = (await show()).rawPayload
    const { status } = await save(upload(await png(9, 9)), await app.newOperator())
    expect(status).toBe(404)
    expect((await show()).rawPayload.equals(before)).toBe(true)
  })
})

test('U09 of ten megabytes is accepted', async () => {
  const { status } = await save(upload(await pngOfLength(maxImageBytes)))
  expect(status).toBe(200)
})

test('U09 that is refused unread has the same message', async () => {
  const { status, body } = await save(upload(Buffer.alloc(12 * 1024 * 1024)))
  expect([status, body['code'], body['message']]).toEqual([
    413,
    'payload_too_large',
    'Logo must be 10 MB or smaller.',
  ])
})

describe('an invalid image', () => {
  test.each([
    [{}],
    [{ data: 'data:text/html;base64,AAAA', contentType: 'text/html' }],
    [{ data: 'http://example.com/a.png', contentType: 'image/png' }],
  ])('is refused: %j', async (body) => {
    const answer = await save(body)
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: 'validation_failed', message: 'Please upload an image file' },
    ])
  })

  test('U15 keeps the previous logo and records the reason', async () => {
    await save(upload(await png()))
    const before = (await show()).rawPayload
    const large = upload(await pngOfLength(maxImageBytes + 1))
    for (const body of [upload('text'), upload('<svg', 'image/svg+xml'), upload(vastPng(5000))])
      expect((await save(body)).status).toBe(422)
    const refused = await save(large)
    expect([refused.status, refused.body['message']]).toEqual([
      413,
      'Logo must be 10 MB or smaller.',
    ])
    expect((await show()).rawPayload.equals(before)).toBe(true)
    expect((await logoEvents()).slice(1)).toMatchObject(
      ['image_invalid', 'image_invalid', 'image_invalid', 'payload_too_large'].map((reason) => ({
        action: 'PLATFORM_LOGO_REJECTED',
        outcome: 'failure',
        actor_id: alice.user.id,
        metadata: { reason },
      })),
    )
  })
})

describe('a malicious logo', () => {
  test.each([
    ['<rect width="9" height="9" onload="alert(1)"/>'],
    ['<script>alert(1)</script>'],
    ['<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'],
    ['<rect width="9" height="9" fill="red"/>'],
  ])('U01 is rendered to pixels or refused: %s', async (inside) => {
    const bytes = await served(upload(svg(inside), 'image/svg+xml'))
    if (!bytes) return expect(inside).not.toContain('red')
    expect(bytes.toString('latin1', 0, 4)).toBe('\x89PNG')
  })

  test('U03 loads nothing', async () => {
    let hits = 0
    const listener = createServer((_request, response) => {
      hits += 1
      response.end()
    })
    await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
    const at = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/a.svg`
    const drawings = [
      `<image width="9" height="9" href="${at}"/>`,
      `<style>@import "${at}";</style>`,
      `<use href="${at}#a"/>`,
      `<filter id="f"><feImage href="${at}"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
    ]
    for (const inside of drawings) {
      const { status } = await save(upload(svg(inside), 'image/svg+xml'))
      expect([200, 422]).toContain(status)
    }
    // S07 An address in place of a picture is not fetched either.
    expect((await change({ logoUrl: at })).status).toBe(422)
    await fetch(at)
    listener.close()
    expect(hits, 'only our own').toBe(1)
  })

  test('U05 U07 is not unpacked', async () => {
    expect(await served(upload(useBomb, 'image/svg+xml'))).toBeUndefined()
    expect(await served(upload(vastPng(15_000)))).toBeUndefined()
  })

  test.each([
    ['APNG', () => upload(animatedPng(5_000))],
    ['GIF', () => upload(animatedGif(5_000), 'image/gif')],
    ['WebP', async () => upload(await animatedWebp(50), 'image/webp')],
  ])('U07 loses its animation: %s', async (_kind, make) => {
    const { pages = 1, width } = await sharp(await served(await make())).metadata()
    expect(pages).toBe(1)
    expect(width).toBeLessThanOrEqual(512)
  })

  test('U11 loses its location', async () => {
    const bytes = (await served(upload(await photograph(), 'image/jpeg'))) ?? Buffer.alloc(0)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.toString('latin1')).not.toMatch(/Exif|Ada|GPS/)
  })
})
