import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'

const { login } = api.identity.sessions
const { register } = api.identity.accounts

let world: TestApp
beforeAll(async () => {
  world = await startApp({ ARGON2_MEMORY_KIB: '19456', ARGON2_TIME: '2' })
})
afterAll(() => world.close())

const timeOf = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** How much longer the slower of two takes, by the quickest quarter of many alternating runs. */
async function gapOf(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const times: [number, number][] = []
  for (let i = 0; i < 60; i++) times.push([await timeOf(one), await timeOf(other)])
  // Neighbours on the machine only ever add time.
  const typical = (i: 0 | 1) => times.map((pair) => pair[i]).sort((a, b) => a - b)[15] ?? 0
  const [a, b] = [typical(0), typical(1)]
  console.log(a, b, times.map((p)=>p[0]).sort((a,b)=>a-b)[30], times.map((p)=>p[1]).sort((a,b)=>a-b)[30])
  return Math.abs(a - b) / Math.min(a, b)
}

test('an unknown address takes as long as a wrong password', async () => {
  const { email } = await world.newOperator()
  const attempt = (typed: string) =>
    world.call(login, { body: { email: typed, password: 'wrong words' } })
  const gap = await gapOf(
    () => attempt(email),
    () => attempt(`${randomUUID()}@example.com`),
  )
  expect(gap).toBeLessThan(0.15)
})

test('a taken address takes as long to register as a new one', async () => {
  const { email } = await world.newOperator()
  const attempt = (typed: string) =>
    world.call(register, {
      body: { firstName: 'A', lastName: 'B', email: typed, password: 'some words' },
    })
  const gap = await gapOf(
    () => attempt(email),
    () => attempt(`${randomUUID()}@example.com`),
  )
  expect(gap).toBeLessThan(0.15)
})
