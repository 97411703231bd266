import { describe, expect, it } from 'vitest'
import { areaOf, needsSession } from './paths.ts'
import { dashboardPath } from './remembered.ts'

const origin = 'https://stowage.example'

describe('the page opened after signing in', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/analytics?limit=25', '/dashboard/analytics?limit=25'],
    ['/dashboard/platforms/new#top', '/dashboard/platforms/new'],
  ])('may be %s', (path, opened) => expect(dashboardPath(path, origin)).toBe(opened))

  it.each([
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    'dashboard',
    '',
    '/login',
    '/dashboarding',
    '/dashboard/../login',
    '/dashboard/%2e%2e/login',
  ])('may not be %s', (path) => expect(dashboardPath(path, origin)).toBeUndefined())
})

describe('a refusal', () => {
  it.each(['/dashboard', '/dashboard/users', '/acme/app', '/acme/app/settings'])('leaves %s', (p) =>
    expect(needsSession(p)).toBe(true),
  )
  it.each(['/', '/login', '/acme', '/acme/application', '/acme/settings'])('stays on %s', (p) =>
    expect(needsSession(p)).toBe(false),
  )
})

describe('a link', () => {
  it('stays within the operator pages, and within one workspace', () => {
    expect(areaOf('/login')).toBe(areaOf('/dashboard/users'))
    expect(areaOf('/acme')).toBe(areaOf('/acme/app'))
  })

  it('loads the document anew everywhere else', () => {
    const areas = ['/', '/dashboard', '/acme', '/beta'].map(areaOf)
    expect(new Set(areas).size).toBe(areas.length)
  })
})
