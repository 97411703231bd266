import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { advantageOf } from '../../../test/timing.ts'

const { login } = api.identity.sessions
const { register } = api.identity.accounts
const hardToTell = 0.3
const patience = 120_000

let world: TestApp
beforeAll(async () => {
  world = await startApp({ ARGON2_MEMORY_KIB: '19456', ARGON2_TIME: '2' })
})
afterAll(() => world.close())

const newAddress = () => `${randomUUID()}@example.com`

test(
  'an unknown address takes as long as a wrong password',
  async () => {
    const { email } = await world.newOperator()
    const attempt = (typed: string) =>
      world.call(login, { body: { email: typed, password: 'wrong words' } })
    const advantage = await advantageOf(
      () => attempt(email),
      () => attempt(newAddress()),
    )
    expect(advantage).toBeLessThan(hardToTell)
  },
  patience,
)

test(
  'a taken address takes as long to register as a new one',
  async () => {
    const { email } = await world.newOperator()
    const attempt = (typed: string) =>
      world.call(register, {
        body: { firstName: 'Ada', lastName: 'Alba', email: typed, password: 'some words' },
      })
    const advantage = await advantageOf(
      () => attempt(email),
      () => attempt(newAddress()),
    )
    expect(advantage).toBeLessThan(hardToTell)
  },
  patience,
)
