import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson, genesis, sealHash } from './seal-hash.ts'
import type { SealedEvent } from './chain-queries.ts'

const event: SealedEvent = {
  id: '01900000-0000-7000-8000-000000000001',
  createdAt: '1763742040123456',
  action: 'MEMBER_CREATED',
  outcome: 'success',
  actorType: 'operator',
  actorId: '01900000-0000-7000-8000-000000000002',
  actorEmail: 'zoë@example.com',
  platformId: null,
  platformSlug: null,
  targetType: null,
  targetId: null,
  targetName: 'a "b"\n',
  ip: '127.0.0.1',
  userAgent: null,
  requestId: 'r',
  sessionId: null,
  amr: ['pwd'],
  metadata: '{"role": "", "permissions": ["b", "a"]}',
}

// Written out, because a change to it would break every seal there is.
const text =
  '{"action":"MEMBER_CREATED","actorEmail":"zoë@example.com",' +
  '"actorId":"01900000-0000-7000-8000-000000000002","actorType":"operator","amr":["pwd"],' +
  '"createdAt":"1763742040123456","id":"01900000-0000-7000-8000-000000000001","ip":"127.0.0.1",' +
  '"metadata":{"permissions":["b","a"],"role":""},"outcome":"success","platformId":null,' +
  '"platformSlug":null,"requestId":"r","sessionId":null,"targetId":null,' +
  '"targetName":"a \\"b\\"\\n","targetType":null,"userAgent":null}'

test('gives an event the same text every time', () => {
  expect(canonicalJson(event)).toBe(text)
})

test('hashes the previous hash and that text in UTF-8', () => {
  const expected = createHash('sha256')
    .update(Buffer.concat([Buffer.alloc(32), Buffer.from(text, 'utf8')]))
    .digest('hex')
  expect(sealHash(genesis, event).toString('hex')).toBe(expected)
  expect(sealHash(Buffer.alloc(32, 1), event).toString('hex')).not.toBe(expected)
})

const metadataOf = (metadata: string) =>
  /"metadata":(.*),"outcome"/.exec(canonicalJson({ ...event, metadata }))?.[1]

test.each([
  ['{"b": 1, "a": {"d": 2, "c": 3}}', '{"a":{"c":3,"d":2},"b":1}'],
  ['{"a": {"c": 3, "d": 2}, "b": 1}', '{"a":{"c":3,"d":2},"b":1}'],
  ['{"10": 1, "9": 2, "__proto__": 3}', '{"10":1,"9":2,"__proto__":3}'],
  ['{"n": 9007199254740993, "m": 1.10, "l": -0.5}', '{"l":-0.5,"m":1.10,"n":9007199254740993}'],
  [
    '{"t": true, "f": false, "z": null, "e": [], "o": {}}',
    '{"e":[],"f":false,"o":{},"t":true,"z":null}',
  ],
  ['["\\u00e9", "\\u0001", "é"]', '["é","\\u0001","é"]'],
])('writes metadata %s in one form', (given, expected) => {
  expect(metadataOf(given)).toBe(expected)
})

test('depends on every column', () => {
  for (const column of Object.keys(event) as (keyof SealedEvent)[]) {
    const changed = { ...event, [column]: column === 'metadata' ? '{}' : 'changed' }
    expect(canonicalJson(changed), column).not.toBe(text)
  }
})
