import { expect, test } from 'vitest'
import { actionFilter, entryOf } from './rules.ts'

test.each([
  ['TENANT_LOGIN', { exact: 'TENANT_LOGIN' }],
  ['tenant_login', { exact: 'TENANT_LOGIN' }],
  ['Tenant_*', { prefix: 'TENANT_' }],
  ['*', { prefix: '' }],
  ['A*B', { exact: 'A*B' }],
  ['**', { prefix: '*' }],
])('parses the filter %j as %j', (text, filter) => expect(actionFilter(text)).toEqual(filter))

test('describes an event without a target', () => {
  const row = {
    id: '01990000-0000-7000-8000-000000000000',
    createdAt: new Date('2030-01-02T03:04:05Z'),
    action: 'USER_LOGIN',
    outcome: 'success' as const,
    actorEmail: null,
    actorId: null,
    actorType: 'system' as const,
    platformId: null,
    platformSlug: null,
    ip: null,
    userAgent: null,
    targetType: null,
    targetId: null,
    targetName: null,
    metadata: {},
  }
  expect(entryOf(row)).toMatchObject({ _id: row.id, target: null, metadata: {} })
  expect(entryOf({ ...row, targetType: 'member', targetId: 'm', targetName: 'n' }).target).toEqual({
    type: 'member',
    id: 'm',
    name: 'n',
  })
})
