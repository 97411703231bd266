import type { AuditEntry } from '@stowage/contract/platforms/audit'
import { expect, test } from 'vitest'
import { csvHead, csvLine } from './reply.ts'

const entry: AuditEntry = {
  _id: '01990000-0000-7000-8000-000000000000',
  createdAt: '2030-01-02T03:04:05.678Z',
  action: 'USER_LOGIN',
  outcome: 'success',
  actorEmail: null,
  actorId: null,
  actorType: 'anonymous',
  platformId: null,
  platformSlug: null,
  ip: '127.0.0.1',
  userAgent: 'Mozilla/5.0',
  target: null,
  metadata: {},
}

test('names the columns in order', () =>
  expect(csvHead).toBe(
    'id,createdAt,action,outcome,actorEmail,actorId,actorType,platformId,platformSlug,ip,userAgent,targetType,targetId,targetName,metadata\r\n',
  ))

test('writes an event as one line with empty cells for missing values', () =>
  expect(csvLine(entry)).toBe(
    '01990000-0000-7000-8000-000000000000,2030-01-02T03:04:05.678Z,USER_LOGIN,success,,,anonymous,,,127.0.0.1,Mozilla/5.0,,,,{}\r\n',
  ))

test('writes metadata and target to their columns', () =>
  expect(
    csvLine({ ...entry, target: { type: 'member', id: '7', name: 'Mo' }, metadata: { a: 'b"c' } }),
  ).toMatch(/,member,7,Mo,"\{""a"":""b\\""c""\}"\r\n$/))

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['=HYPERLINK("x";"y")', '"\'=HYPERLINK(""x"";""y"")"'],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  ['say "x"', '"say ""x"""'],
  ['a=b', 'a=b'],
  ['', ''],
  ['Žluťoučký 📦', 'Žluťoučký 📦'],
])('writes a cell %j as %j', (text, cell) =>
  expect(csvLine({ ...entry, userAgent: text })).toContain(`,127.0.0.1,${cell},,,,{}`),
)
