import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { advantageOf, medianGapOf } from '../../../test/timing.ts'

const { login } = api.identity.sessions
const { register } = api.identity.accounts
const hardToTell = 0.3
const gap = 0.15
const patience = 120_000
const hour = 3_600_000
const app = await setupApp({ ARGON2_MEMORY_KIB: '19456', ARGON2_TIME: '2' })

const newAddress = () => `${randomUUID()}@example.com`

test(
  'N01 takes as long for an unknown address as for a wrong password',
  async () => {
    const { email } = await app.newOperator()
    const attempt = async (typed: string) => {
      // So the one address that is tried again and again never has to wait.
      app.clock.advance(hour)
      const { status } = await app.call(login, {
        body: { email: typed, password: 'wrong words' },
      })
      expect(status).toBe(401)
    }
    const known = () => attempt(email)
    const unknown = () => attempt(newAddress())
    expect(await advantageOf(hardToTell, known, unknown)).toBeLessThan(hardToTell)
    expect(await medianGapOf(gap, known, unknown, 50)).toBeLessThan(gap)
  },
  patience,
)

test(
  'refuses a delayed address as fast without an account as with one',
  async () => {
    const { email } = await app.newOperator()
    const unknown = newAddress()
    const attempt = (typed: string) =>
      app.call(login, { body: { email: typed, password: 'wrong words' } })
    for (const each of [email, unknown]) {
      for (let i = 0; i < 10; i++) {
        await attempt(each)
        if (i >= 4 && i < 9) app.clock.advance(2 ** (i - 4) * 1000)
      }
      expect((await attempt(each)).status).toBe(429)
    }
    const advantage = await advantageOf(
      hardToTell,
      () => attempt(email),
      () => attempt(unknown),
      100,
    )
    expect(advantage).toBeLessThan(hardToTell)
  },
  patience,
)

test(
  'N03 takes as long to register an existing address as a new one',
  async () => {
    const { email } = await app.newOperator()
    const attempt = (typed: string) =>
      app.call(register, {
        body: { firstName: 'Ada', lastName: 'Alba', email: typed, password: 'some words' },
      })
    const advantage = await advantageOf(
      hardToTell,
      () => attempt(email),
      () => attempt(newAddress()),
    )
    expect(advantage).toBeLessThan(hardToTell)
  },
  patience,
)
