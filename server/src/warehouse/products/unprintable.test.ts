import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { as } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { products } = api.warehouse
const { app, site } = await setupSite()

async function post(payload: object) {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1/tenant/${site.params.slug}/labels`,
    payload,
    headers: { authorization: `Bearer ${site.token}` },
  })
  return { status: answer.statusCode, bytes: answer.rawPayload }
}

describe('characters that no font has', () => {
  const name = 'Party 🎉 set'

  test('are refused for a SKU', async () => {
    const answer = await app.call(products.create, {
      ...as(site),
      body: { name, variants: [{ sku: 'PARTY-🎉' }] },
    })
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { details: [{ path: 'variants.0.sku', message: expect.stringContaining('🎉') }] },
    ])
  })

  test('are named before a label is printed, which is then noted or printed with a box', async () => {
    const { body } = await app.call(products.create, {
      ...as(site),
      body: { name, variants: [{ sku: 'PARTY-1' }] },
    })
    const ids = [body.product.variants[0]?.id]
    const noted = async () =>
      (
        await arrange(
          app,
          `select 1 from audit.audit_log where action = 'LABELS_PRINTED' and platform_id = $1`,
          [site.platform.id],
        )
      ).length
    const before = await noted()
    const refused = await post({ template: 'product', ids })
    expect([refused.status, JSON.parse(refused.bytes.toString())]).toMatchObject([
      422,
      { code: 'unprintable', characters: [{ character: '🎉', text: name }] },
    ])
    expect(await noted()).toBe(before)
    const boxed = await post({ template: 'product', ids, unprintable: 'box', format: 'html' })
    expect(boxed.bytes.toString()).toContain('data-text="Party □ set"')
    expect(await noted()).toBe(before + 1)
  })

  test('are named before the sheet to practise with is printed', async () => {
    await app.call(products.create, {
      ...as(site),
      body: { name, variants: [{ sku: 'PARTY-2' }] },
    })
    const practice = (query: string) =>
      app.http.inject({
        url: `/api/v1/tenant/${site.params.slug}/labels/practice?format=html${query}`,
        headers: { authorization: `Bearer ${site.token}` },
      })
    const refused = await practice('')
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        code: 'unprintable',
        characters: [{ character: '🎉', text: expect.stringContaining(name) }],
      },
    ])
    expect((await practice('&unprintable=box')).payload).toContain('Party □ set')
  })
})
