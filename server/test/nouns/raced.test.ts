import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { schemaOf } from '../invalid-input/bodies.ts'
import { routes } from '../routes.ts'
import { recordSamples } from '../samples.ts'

/* Each write of a workspace is raced: by `versions.test.ts` or `codes.test.ts`, or by a file of `races/`. */

const tests = path.resolve(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(tests, file), 'utf8')

/** Returns the routes that a text names, as `noun.verb` or taken out of `api.group.noun`. */
function namesIn(text: string): Set<string> {
  const named = [...text.matchAll(/\b(\w+)(?=\.(\w+))/g)].map(([, noun, verb]) => `${noun}.${verb}`)
  const taken = [...text.matchAll(/\{([^{}]*)\} = api\.\w+\.(\w+)\b/g)].flatMap(
    ([, verbs = '', noun]) =>
      [...verbs.matchAll(/(\w+)(?:: \w+)?/g)].map(([, verb]) => `${noun}.${verb}`),
  )
  return new Set([...named, ...taken])
}

/** Returns a text with that of the calls of `…-calls.ts` that it imports. */
function withCalls(text: string): string {
  const imports = [...text.matchAll(/\{([^{}]*)\} from '\.\.\/([\w-]+-calls\.ts)'/g)]
  const calls = imports.flatMap(([, names = '', file = '']) =>
    textOf(file)
      .split(/^export /m)
      .filter((part) =>
        new RegExp(`^(async function|const) (${names.match(/\w+/g)?.join('|')})\\b`).test(part),
      ),
  )
  return [text, ...calls].join('\n')
}

const namedIn = (pattern: string) =>
  namesIn(
    globSync(pattern, { cwd: tests })
      .map((file) => withCalls(textOf(file)))
      .join('\n'),
  )

const sampled = new Set(
  Object.values(recordSamples({ warehouse: { id: '' } }, '', '')).map(({ create }) => create.route),
)
const writes = routes.filter(
  ({ route }) => route.method !== 'GET' && route.path.startsWith('/tenant/'),
)

/** Writes that are not raced, by the reason. A list may only shrink. */
const others: Record<string, string[]> = {
  'read, print or check, and change nothing but the log': [
    'platforms.invitations.look',
    'workspace.labels.print',
    'workspace.search.scan',
    'orders.waves.preview',
  ],
  'end or change the sign-in of one person': [
    'platforms.tenantSessions.logout',
    'platforms.tenantSessions.reauthenticate',
    'platforms.tenantSessions.end',
    'platforms.tenantSessions.endOthers',
    'platforms.tenantPasswords.change',
  ],
  'store what was sent last, for whoever asks': [
    'platforms.tableSettings.save',
    'workspace.exceptions.assign',
    'workspace.exceptions.snooze',
    'workspace.savedViews.setDefault',
    'warehouse.settings.setMemberWarehouses',
    'orders.batches.assign',
    'orders.picking.assign',
  ],
  'may be done again and change nothing the second time': [
    'workspace.apiKeys.revoke',
    'orders.batches.claim',
    'orders.manifests.open',
    'orders.manifests.load',
    'orders.manifests.loadAll',
  ],
  'are each done, and add one more': [
    'workspace.apiKeys.create',
    'workspace.apiKeys.rotate',
    'workspace.deliveries.test',
    'workspace.deliveries.replay',
    'workspace.imports.upload',
    'workspace.webhooks.rotateSecret',
    'warehouse.integrity.verify',
  ],
  'do to many, or in one call, what is raced for one': [
    'warehouse.products.addVariant',
    'warehouse.products.createBatch',
    'warehouse.products.updateBatch',
    'warehouse.variants.archiveMany',
    'warehouse.variants.restoreMany',
    'warehouse.variants.createBatch',
    'warehouse.variants.updateBatch',
    'warehouse.locations.blockMany',
    'warehouse.locations.unblockMany',
    'warehouse.locations.generate',
    'warehouse.stock.moveBatch',
    'orders.orders.createBatch',
    'orders.bulk.unrelease',
    'orders.bulk.addToWave',
  ],
  'are raced through `people.accept`, `receiveInto` and `adjustAt`, which those files call': [
    'platforms.invitations.accept',
    'warehouse.receiving.create',
    'warehouse.adjustments.create',
  ],
}

test('each write is raced, or is named with a reason', () => {
  const named = namedIn('races/*.ts')
  expect(writes.length).toBeGreaterThan(150)
  const missing = writes.filter(({ name, route }) => {
    const isVersioned = 'version' in (schemaOf(route.body).properties ?? {})
    return !isVersioned && !sampled.has(route) && !named.has(name.slice(name.indexOf('.') + 1))
  })
  expect(missing.map(({ name }) => name).toSorted()).toEqual(
    Object.values(others).flat().toSorted(),
  )
})
