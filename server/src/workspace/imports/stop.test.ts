import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { newApiKey } from '../../../test/api-keys.ts'
import { arrange } from '../../../test/arrange.ts'
import {
  checked,
  csv,
  failedCsv,
  importJobOf,
  rowsOf,
  runImportJob,
  step,
} from '../../../test/imports.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
import { inTransaction } from '../../database/transactions.ts'
import { fromJobActor } from '../../http/job-actor.ts'
import { workOn } from './run.ts'

const app = await setupApp()
const site = await newWarehouse(app)
const { platform } = site

const rows = 1_200
const file = (prefix: string) =>
  csv(['sku', 'name'], ...Array.from({ length: rows }, (_, i) => [`${prefix}-${i}`, `Thing ${i}`]))
const count = async (prefix: string) =>
  (
    await arrange(
      app,
      `select from tenant.variants where platform_id = $1 and starts_with(sku, $2)
       and state = 'active'`,
      [platform.id, prefix],
    )
  ).length
const one = async (importId: string) => {
  const params = { ...site.params, importId }
  return (await app.call(api.workspace.imports.one, { params, token: site.token })).body.import
}

async function newImporter() {
  const permissions = ['import.run', 'catalog.product.*', 'catalog.import']
  const member = await app.newMember(site.owner, platform, { role: '', permissions })
  return { ...site, memberId: member.id, token: member.token }
}
type Importer = Awaited<ReturnType<typeof newImporter>>

const remove = ({ memberId }: Importer) =>
  app.call(api.platforms.members.removeById, {
    token: site.owner.token,
    params: { platformId: platform.id, memberId },
  })
const demote = ({ memberId }: Importer) =>
  arrange(app, `update tenant.members set permissions = '{import.run}' where id = $1`, [memberId])

async function newKey() {
  const token = await newApiKey(app, site.owner, platform)
  const keys = await app.call(api.workspace.apiKeys.list, {
    params: site.params,
    token: site.token,
  })
  return { ...site, memberId: keys.body.items[0]?.id ?? '', token }
}
const revoke = ({ memberId }: Importer) =>
  arrange(app, `update tenant.api_keys set revoked_at = now() where key_id = $1`, [memberId])

/** One step, as a worker does it before its time is over. */
async function workOnce(importId: string) {
  const { worker } = await importJobOf(app, importId)
  let steps = 0
  await workOn(
    (body) => inTransaction(app.db, { platformId: platform.id }, body),
    fromJobActor(worker, new Date()),
    importId,
    () => steps++ > 0,
  )
}

test.each([
  ['is removed', 'GONE', newImporter, remove],
  ['loses the right', 'LESS', newImporter, demote],
  ['is a revoked key', 'KEY', newKey, revoke],
])('an import stops when whoever started it %s', async (_, sku, newOne, end) => {
  const by = await newOne()
  const { id } = await checked(app, by, 'products', file(sku))
  await runImportJob(app, id)
  await step(app, by, 'apply', id)
  await workOnce(id)
  expect(await one(id)).toMatchObject({ state: 'applying', rowsDone: 500 })
  await end(by)
  await runImportJob(app, id)
  expect(await one(id)).toMatchObject({
    state: 'done_with_errors',
    busy: null,
    rowsApplied: 500,
    rowsFailed: 700,
    failure: { code: 'import_stopped' },
  })
  expect(await count(`${sku}-`)).toBe(500)
  expect((await rowsOf(app, site, id, 'error'))[0]).toMatchObject({
    rowNo: 502,
    errors: [{ code: 'permission_denied' }],
  })
  const rest = await checked(app, site, 'products', await failedCsv(app, site, id))
  expect(rest).toMatchObject({ rowsTotal: 700, rowsValid: 700 })
  await step(app, site, 'undo', id)
  await runImportJob(app, id)
  expect(await one(id)).toMatchObject({ state: 'undone', failure: null })
  expect(await count(`${sku}-`)).toBe(0)
})

test('a file that is applied wholly or not at all is then not applied', async () => {
  const by = await newImporter()
  const { id } = await checked(app, by, 'products', file('WHOLE'), 'all_or_nothing')
  await runImportJob(app, id)
  await step(app, by, 'apply', id)
  await remove(by)
  await runImportJob(app, id)
  expect(await one(id)).toMatchObject({ state: 'failed', failure: { code: 'import_stopped' } })
  expect(await count('WHOLE-')).toBe(0)
})

test('a check stops as well, and somebody else can check again', async () => {
  const by = await newImporter()
  const { id } = await checked(app, by, 'products', file('CHECK'))
  await remove(by)
  await runImportJob(app, id)
  expect(await one(id)).toMatchObject({
    state: 'uploaded',
    busy: null,
    failure: { code: 'import_stopped' },
  })
  await step(app, site, 'validate', id)
  await runImportJob(app, id)
  expect(await one(id)).toMatchObject({ state: 'validated', failure: null, rowsValid: rows })
})

test('undoing stops as well, and somebody else can go on', async () => {
  const by = await newImporter()
  const { id } = await checked(app, by, 'products', file('UNDO'))
  await runImportJob(app, id)
  await step(app, by, 'apply', id)
  await runImportJob(app, id)
  await step(app, by, 'undo', id)
  await remove(by)
  await runImportJob(app, id)
  expect(await one(id)).toMatchObject({
    state: 'done',
    busy: null,
    failure: { code: 'import_stopped' },
  })
  expect(await count('UNDO-')).toBe(rows)
  await step(app, site, 'undo', id)
  await runImportJob(app, id)
  expect(await one(id)).toMatchObject({ state: 'undone', failure: null })
})
