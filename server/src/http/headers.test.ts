import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { securityHeaders } from './headers.ts'

const config = readConfig({})
const of = (url: string) => securityHeaders(url, config)
const camera = (url: string) => /camera=([^,]+)/.exec(of(url)['permissions-policy'] ?? '')?.[1]
const scripts = (url: string) =>
  /script-src ([^;]+)/.exec(of(url)['content-security-policy'] ?? '')?.[1]

test.each(['/acme', '/ACME', '/acme/app', '/acme/app/scanner?code=1', '/acme?reset=x'])(
  '%s allows the camera and the code decoder',
  (url) => {
    expect([camera(url), scripts(url)]).toEqual(['(self)', "'self' 'wasm-unsafe-eval'"])
  },
)

test.each([
  '/',
  '/login',
  '/dashboard',
  '/dashboard/platforms',
  '/d4shboard.html',
  '/settings',
  '/dev/mailbox',
  '/robots.txt',
  '/%61cme',
  '/acme_x',
  '/?x=/acme',
])('%s allows neither camera nor decoder', (url) => {
  expect([camera(url), scripts(url)]).toEqual(['()', "'self'"])
})

test.each(['/assets/app-Bx2.js', '/assets/styles-Bx2.css', '/images/stock-light.avif', '/head.js'])(
  '%s is sent without a policy',
  (url) => {
    expect(Object.keys(of(url))).toEqual(['x-content-type-options', 'referrer-policy'])
  },
)

test('allows WebAssembly in the decoder worker and in no other asset', () => {
  expect(scripts('/assets/decode-worker-Bx2_-f.js')).toBe("'self' 'wasm-unsafe-eval'")
  expect(camera('/assets/decode-worker-Bx2_-f.js')).toBe('()')
  expect(scripts('/assets/x/decode-worker-Bx2.js')).toBe("'self'")
  expect(scripts('/assets/decode-worker-Bx2.html')).toBe("'self'")
})
