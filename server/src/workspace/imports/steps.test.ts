import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { checked, csv, rowsOf } from '../../../test/imports.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'

const { imports } = api.workspace

let app: TestApp
let site: Site
forAllTests(async (opened) => {
  ;({ app } = opened)
  site = await newWarehouse(app)
})

describe('a step that is not possible', () => {
  test('is refused by the state of the file', async () => {
    const job = await checked(app, site, 'products', csv(['sku', 'name'], ['STEP-1', 'Step']))
    const call = (verb: 'undo' | 'apply' | 'cancel' | 'validate') =>
      app.call(imports[verb], {
        params: { ...site.params, importId: job.id },
        token: site.token,
        body: {},
      })
    expect((await call('undo')).body).toMatchObject({
      code: 'invalid_transition',
      blockers: [
        {
          type: 'import',
          from: 'validated',
          to: 'undone',
          allowed: ['validated', 'applying', 'cancelled'],
        },
      ],
    })
    expect((await call('cancel')).body.import.state).toBe('cancelled')
    for (const verb of ['apply', 'validate', 'cancel', 'undo'] as const)
      expect((await call(verb)).body['code']).toBe('invalid_transition')
  })

  test('is refused to other platforms, and to members of other warehouses', async () => {
    const other = await newWarehouse(app)
    const job = await checked(app, site, 'locations', csv(['warehouse', 'code'], ['MAIN', 'X-1']))
    for (const verb of ['one', 'rows', 'failed', 'validate', 'apply', 'cancel', 'undo'] as const) {
      const answer = await app.call(imports[verb], {
        params: { ...other.params, importId: job.id },
        token: other.token,
        ...(!['one', 'rows', 'failed'].includes(verb) && { body: {} }),
      })
      expect([verb, answer.status]).toEqual([verb, 404])
    }
    const { body } = await app.call(imports.list, { params: other.params, token: other.token })
    expect(body.items).toEqual([])
    const member = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
    await arrange(
      app,
      `insert into tenant.warehouses (platform_id, warehouse_id, code, code_key)
       values ($1, $2, 'SOUTH', 'south')`,
      [site.platform.id, randomUUID()],
    )
    await arrange(
      app,
      `insert into tenant.member_warehouse_scope
       select platform_id, $2::uuid, warehouse_id from tenant.warehouses
       where platform_id = $1 and code = 'SOUTH'`,
      [site.platform.id, member.user.id],
    )
    const caller = { ...site, token: member.token }
    const theirs = await app.call(imports.one, {
      params: { ...site.params, importId: job.id },
      token: member.token,
    })
    expect(theirs.status).toBe(404)
    const own = await checked(app, caller, 'locations', csv(['warehouse', 'code'], ['MAIN', 'X']))
    expect((await rowsOf(app, caller, own.id))[0]?.errors).toMatchObject([
      { column: 'warehouse', code: 'not_found' },
    ])
  })
})
