import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { newApiKey } from '../../../test/api-keys.ts'
import { refusal, setupApp } from '../../../test/app.ts'

const app = await setupApp({ LIMIT_API_KEY: '3/1m' })

test('each key has its own rate limit', async () => {
  const owner = await app.newOperator()
  const platform = await app.newPlatform(owner)
  const [one, other] = [
    await newApiKey(app, owner, platform),
    await newApiKey(app, owner, platform),
  ]
  const read = (token: string) =>
    app.call(api.orders.orders.list, { params: { slug: platform.slug }, token })
  for (let i = 0; i < 3; i++) expect((await read(one)).status).toBe(200)
  const refused = await read(one)
  expect(refusal(refused)).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await read(other)).status).toBe(200)
})
