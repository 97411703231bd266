import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'
import { setupSite } from './setup-site.ts'

const { app, site } = await setupSite()
const folder = path.resolve(import.meta.dirname, '../src/database/migrations')
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8')

test('a migration that changes rows of tenants visits each platform', () => {
  const blind = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .filter((file) => /^\s*(update|delete from) tenant\./im.test(textOf(file)))
    .filter((file) => !textOf(file).includes("set_config('app.platform_id', v_platform::text"))
  // Repeated by 0056_rows_of_each_platform.sql.
  expect(blind.map((file) => file.slice(0, 4))).toEqual(['0041', '0047', '0048', '0051'])
})

test('what earlier migrations did not see is made up for', async () => {
  const applies = () =>
    arrange(
      app,
      `select 'short_pick' = any (applies) as is_there from tenant.reasons
       where platform_id = $1 and code = 'damaged'`,
      [site.platform.id],
    )
  await arrange(
    app,
    `update tenant.reasons set applies = array_remove(applies, 'short_pick')
     where platform_id = $1 and code = 'damaged'`,
    [site.platform.id],
  )
  expect(await applies()).toEqual([{ is_there: false }])
  await arrange(app, textOf('0056_rows_of_each_platform.sql'), [])
  expect(await applies()).toEqual([{ is_there: true }])
})
