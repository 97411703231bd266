import { reservedSlugs, slugPattern } from '@stowage/contract/slugs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  detailsOf,
  expectedVersion,
  isOwnLogo,
  numberedSlugs,
  parkedAt,
  quotaOf,
  randomSlug,
  refusalOf,
  slugOf,
  slugAvailability,
} from './rules.ts'

const text = fc.oneof(
  fc.string({ maxLength: 80, unit: 'binary' }),
  fc.string({ maxLength: 80, unit: 'grapheme' }),
  fc.stringMatching(/^[A-Za-z0-9 _.-]{0,60}$/),
)

describe('the slug of a name', () => {
  test.each([
    ['Łódź Magazyn', 'lodz-magazyn'],
    ['Склад №1', 'sklad-no1'],
    ['株式会社アクメ', 'zhushihuisheakume'],
    ['ＡＣＭＥ', 'acme'],
    ['acme\u200b', 'acme'],
    ['ACME ', 'acme'],
    ['ácme', 'acme'],
    ['аcme', 'acme'],
    ['--Acme  &  Sons--', 'acme-sons'],
    ['!!!', ''],
  ])('of %j is %j', (name, slug) => expect(slugOf(name)).toBe(slug))

  test('is lower-case ASCII with single hyphens for any input', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      }),
    )
  })

  test('is the same for the slug itself, in capitals or with spaces', () => {
    fc.assert(
      fc.property(text, (name) => {
        const slug = slugOf(name)
        expect(slugOf(slug)).toBe(slug)
        expect(slugOf(` ${slug.toUpperCase()} `)).toBe(slug)
      }),
    )
  })

  test('is allowed exactly if it is valid and not reserved', () => {
    fc.assert(
      fc.property(text, (name) => {
        const refusal = refusalOf(slugOf(name))
        if (refusal === undefined) expect(slugOf(name)).toMatch(slugPattern)
        else expect(['invalid', 'reserved']).toContain(refusal)
      }),
    )
  })
})

describe('a refused slug', () => {
  test.each(['', 'a', '42', 'a--b', '-ab', 'ab-', 'Acme', 'xn--ab', 'a'.repeat(49), 'a/b', 'ab\n'])(
    '%j is invalid',
    (slug) => expect(refusalOf(slug)).toBe('invalid'),
  )

  test.each([...reservedSlugs, 'dashboard-2', 'api-v1', 'l0gin', 'adrnin', 'vvww'])(
    '%j is reserved',
    (slug) => expect(refusalOf(slug)).toBe('reserved'),
  )

  test('is never suggested', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
        expect(randomSlug(bytes)).toMatch(/^p-[a-z2-7]{6}$/)
        expect(refusalOf(randomSlug(bytes))).toBeUndefined()
      }),
    )
    const slug = fc.stringMatching(/^[a-z][a-z0-9]{1,47}$/)
    fc.assert(
      fc.property(slug, (taken) => {
        for (const candidate of numberedSlugs(taken)) expect(refusalOf(candidate)).toBeUndefined()
      }),
    )
  })

  test('has numbered alternatives, closest first', () => {
    expect(numberedSlugs('acme').slice(0, 3)).toEqual(['acme-2', 'acme-3', 'acme-4'])
    expect(numberedSlugs('a'.repeat(48))[0]).toBe(`${'a'.repeat(46)}-2`)
  })
})

describe('who may use a slug', () => {
  const at = new Date('2030-01-02T03:04:05Z')
  const later = new Date(at.getTime() + 1)
  const theirs = { platformId: 'theirs', ownerId: 'bob' }
  const parked = { ...theirs, closedUntil: later }
  const stranger = { platformId: 'mine', accountId: 'alice', at }

  test.each([
    ['nobody had it', undefined, stranger, 'free'],
    ['it is in use', { ...theirs, closedUntil: null }, stranger, 'taken'],
    [
      'it is in use by oneself',
      { ...theirs, platformId: 'mine', closedUntil: null },
      stranger,
      'taken',
    ],
    ['another one gave it up lately', parked, stranger, 'taken'],
    ['another one gave it up a year ago', { ...parked, closedUntil: at }, stranger, 'release'],
    ['one gave it up oneself', { ...parked, platformId: 'mine' }, stranger, 'mine'],
    ['the owner moves it', parked, { ...stranger, accountId: 'bob' }, 'release'],
    ['a platform is yet to be made', parked, { accountId: 'alice', at }, 'taken'],
    ['the owner is long gone', { ...parked, ownerId: null }, stranger, 'taken'],
  ] as const)('when %s', (_case, holder, claimant, standing) =>
    expect(slugAvailability(holder, claimant)).toBe(standing),
  )

  test('redirects a former slug for 90 days and reserves it for a year', () => {
    const { releasedAt, resolvesUntil, closedUntil } = parkedAt(at)
    const days = (until: Date) => (until.getTime() - releasedAt.getTime()) / 86_400_000
    expect([days(resolvesUntil), days(closedUntil)]).toEqual([90, 365])
  })
})

test('limits only unverified accounts, and only if verification is required', () => {
  const config = { requireVerifiedEmail: 'sensitive', unverifiedMaxPlatforms: 10 }
  expect(quotaOf({ emailVerified: false }, config)).toBe(10)
  expect(quotaOf({ emailVerified: true }, config)).toBeUndefined()
  expect(
    quotaOf({ emailVerified: false }, { ...config, requireVerifiedEmail: 'off' }),
  ).toBeUndefined()
})

test.each([
  [undefined, undefined, undefined],
  [3, undefined, 3],
  [3, '"7"', 3],
  [undefined, '"7"', 7],
  [undefined, 'W/"7"', 7],
  [undefined, '7', 7],
  [undefined, '*', undefined],
  [undefined, '"seven"', -1],
])('reads the version of body %j and If-Match %j as %j', (version, ifMatch, expected) =>
  expect(expectedVersion(version, ifMatch)).toBe(expected),
)

test.each([
  ['/api/v1/platforms/logo/acme', true],
  ['/api/v1/platforms/logo/acme?t=1700000000', true],
  ['/api/v1/platforms/logo/old-acme', true],
  ['https://stowage.test/api/v1/platforms/logo/acme', true],
  ['/api/v1/platforms/logo/other', false],
  ['https://evil.test/api/v1/platforms/logo/acme', false],
  ['//evil.test/api/v1/platforms/logo/acme', false],
  ['\\\\evil.test/api/v1/platforms/logo/acme', false],
  ['http://169.254.169.254/', false],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,AAAA', false],
  ['http://[', false],
])('recognizes the logo URL %j as own: %j', (logoUrl, isOwn) =>
  expect(isOwnLogo(logoUrl, ['acme', 'old-acme'], 'https://stowage.test')).toBe(isOwn),
)

describe('details', () => {
  const row = {
    id: 'p',
    name: 'Acme',
    slug: 'acme',
    version: 4,
    createdAt: new Date('2030-01-02T03:04:05Z'),
    logoKey: null,
  }
  const rights = { permissions: [], can: [], inert: [], invitation: null }
  const person = { firstName: 'A', lastName: 'B', status: 'active' as const, ...rights }
  const owner = { ...person, id: 'o', email: 'o@example.com', role: 'owner' }
  const picker = { ...person, id: 'm', email: 'm@example.com', role: 'picker' }

  const asOwner = { memberId: 'o', role: 'owner' }
  const asViewer = { memberId: 'v', role: 'viewer' }

  test('lists the owner separately, and the permissions of all', () => {
    const details = detailsOf(row, [owner, picker], asOwner, ['o', 'm'])
    expect(details.members).toEqual([picker])
    expect(details.owner).toEqual({
      id: 'o',
      email: 'o@example.com',
      firstName: 'A',
      lastName: 'B',
    })
    expect(details.memberPermissions.map(({ userId }) => userId)).toEqual(['o', 'm'])
    expect(details).toMatchObject({ hasLogo: false, logoUrl: null, logo: null, version: 4 })
    expect(details.successors).toEqual(['m'])
  })

  test('hides members from a role that may not read them', () => {
    const details = detailsOf(row, [owner, picker], asViewer, ['o', 'm'])
    expect(details).toMatchObject({ owner: null, members: [], memberPermissions: [] })
    expect(details.successors).toEqual([])
    expect(details.viewer).toEqual({ memberId: 'v', role: 'viewer', can: ['platform.read'] })
  })

  test('link to the logo', () => {
    const details = detailsOf({ ...row, logoKey: 'k' }, [], asViewer, [])
    expect(details.logoUrl).toBe('/api/v1/platforms/logo/acme')
    expect(details.logo).toBe(details.logoUrl)
  })
})
