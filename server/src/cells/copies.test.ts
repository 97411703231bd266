import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { callingCells } from '../../test/cell-calls.ts'
import { setupCells } from '../../test/cells.ts'
import { intoControl } from './add.ts'

const installation = await setupCells(['b', 'c'])
const { app, owner } = installation
const { createIn } = callingCells(installation)
const patient = { timeout: 30_000, interval: 50 }

type Person = Awaited<ReturnType<TestApp['newOperator']>>

/** Returns the `copies` of an operator's lists, that of platforms first. */
async function said(on: TestApp, { token }: Person, platformId?: string) {
  const mine = await on.call(api.platforms.directory.mine, { token })
  const log = await on.call(api.platforms.audit.list, {
    token,
    query: platformId === undefined ? {} : { platformId },
  })
  expect([mine.status, log.status]).toEqual([200, 200])
  return [mine.body.copies, log.body.copies]
}

test('lists say that they have rows of other databases, and only then', async () => {
  const [ada, bob] = [await app.newOperator(), await app.newOperator()]
  expect(await said(app, ada)).toEqual([undefined, undefined])
  const here = await createIn('main', ada)
  await createIn('c', bob)
  expect(await said(app, ada)).toEqual([undefined, undefined])
  const there = await createIn('b', ada)
  expect(await said(app, ada)).toEqual(['following', 'following'])
  expect(await said(app, ada, here.id)).toEqual(['following', undefined])

  const subscription = sql.id(intoControl('b').name)
  await sql`alter subscription ${subscription} disable`.execute(owner('main'))
  await expect.poll(() => said(app, ada), patient).toEqual(['stopped', 'stopped'])
  expect(await said(app, ada, there.slug)).toEqual(['stopped', 'stopped'])
  expect(await said(app, bob)).toEqual(['following', 'following'])
  await sql`alter subscription ${subscription} enable`.execute(owner('main'))
  await expect.poll(() => said(app, ada), patient).toEqual(['following', 'following'])
})

test('with one database they say nothing', async () => {
  const alone = await startApp()
  const person = await alone.newOperator()
  await alone.newPlatform(person)
  expect(await said(alone, person)).toEqual([undefined, undefined])
  await alone.close()
})
