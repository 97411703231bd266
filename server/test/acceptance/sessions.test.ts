import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../app.ts'

const { refresh } = api.identity.sessions
const day = 86_400_000
const app = await setupApp()

test('T19 a thousand refreshes do not extend a session beyond a month', async () => {
  const { tokens } = await app.newOperator()
  const exchange = (refreshToken: string) => app.call(refresh, { body: { refreshToken } })
  let { refreshToken } = tokens
  for (let n = 1; n <= 1_000; n++) {
    const { status, body } = await exchange(refreshToken)
    expect([n, status]).toEqual([n, 200])
    refreshToken = body.tokens.refreshToken
    // A thousand such steps are a little less than thirty days.
    app.clock.advance((30 * day) / 1_001)
  }
  expect((await exchange(refreshToken)).status).toBe(200)
  const { tokens: again } = await app.newOperator()
  app.clock.advance((30 * day) / 1_001)
  expect((await exchange(refreshToken)).status).toBe(401)
  expect((await exchange(again.refreshToken)).status).toBe(200)
})
