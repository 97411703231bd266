import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { errors } from '@stowage/contract/errors'
import { expect, test } from 'vitest'

/* What has a route is tested by calling it, and each refusal is seen by a test. */

const server = path.resolve(import.meta.dirname, '..', '..')
const textOf = (file: string) => readFileSync(path.join(server, file), 'utf8')
const files = globSync('{src,test}/**/*.ts', { cwd: server }).filter(
  (file) => file.startsWith('test') || file.endsWith('.test.ts'),
)

const noun = /^src\/(identity|platforms|workspace|warehouse|orders|demo)\//
const takesTransaction =
  /^export (async )?(function\*? \w+\(|const \w+ = (async )?\()\s*_?(tx|db): (Tx|Db)\b/m

/** Checks whether a file runs SQL or a verb, which a route would. A job has no route. */
function isBehindRoutes(file: string): boolean {
  if (!noun.test(file) || /\/jobs\.ts$/.test(file)) return false
  return /(commands|queries)\.ts$/.test(file) || takesTransaction.test(textOf(file))
}

/** Returns the files whose values a file imports. */
const importsOf = (file: string) =>
  [...textOf(file).matchAll(/^import (?!type\b)([^;]*?) from '([^']+)'/gm)]
    .filter(([, names = '']) => !/^\{(\s*type \w+,?)+\s*\}$/.test(names))
    .map(([, , source = '']) => path.join(path.dirname(file), source))
    .filter((found) => existsSync(path.join(server, found)))

/** Tests that call verbs or queries themselves. The list may only shrink. */
const direct = [
  'src/identity/passwords/change.test.ts',
  'src/identity/passwords/passwords.test.ts',
  'src/identity/sessions/session-list.test.ts',
  'src/identity/signing-keys/rotation.test.ts',
  'src/identity/signing-keys/sign-access-token.test.ts',
  'src/orders/backorders/lost-races.test.ts',
  'src/orders/manifests/print.test.ts',
  'src/platforms/audit/seals.test.ts',
  'src/platforms/audit/tampering.test.ts',
  'src/platforms/directory/suspend-undecided.test.ts',
  'src/platforms/invitations/accepting.test.ts',
  'src/platforms/members/members.test.ts',
  'src/warehouse/adjustments/lines.test.ts',
  'src/warehouse/receiving/receiving.test.ts',
  'src/warehouse/stock-views/lists.test.ts',
  'src/warehouse/stock/kernel.test.ts',
  'src/warehouse/stock/properties.test.ts',
  'src/workspace/imports/resilience.test.ts',
  'test/acceptance/cells.test.ts',
  'test/cell-workers.ts',
  'test/sealing.ts',
  'test/secret-rotation.test.ts',
  'test/totp.ts',
  'test/warehouse.ts',
]

test('tests call routes, not commands or queries', () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((file) => importsOf(file).some(isBehindRoutes))
  expect(found.toSorted()).toEqual(direct)
})

/** Refusals that nothing raises yet: an adjustment waits for approval as `pending_approval`; the code is part of the API. */
const unraised = ['approval_required']

test('each refusal is seen by a test', () => {
  const own = path.relative(server, import.meta.filename)
  const texts = files.filter((file) => file !== own).map(textOf)
  const words = new Set(
    texts.flatMap((text) => text.match(/(?<=['"`])[a-z][a-z0-9_]*(?=['"`])/g) ?? []),
  )
  expect(Object.keys(errors).filter((code) => !words.has(code))).toEqual(unraised)
})
