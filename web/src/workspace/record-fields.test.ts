import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'

/*
 * What the API lets a record be given, a person can give it: each field of the body has a control in the form that sends it,
 * or a reason here.
 */

const byStep = { state: 'a step of the record sets it' }
const measures = Object.fromEntries(
  ['weightG', 'lengthMm', 'widthMm', 'heightMm'].map((name) => [name, 'Measures draws them all']),
)
const ofCustomers = {
  addresses: 'the first one, line by line',
}
const withoutControl: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'channels.update': byStep,
  'customers.create': ofCustomers,
  'customers.update': ofCustomers,
  'zones.create': { warehouseId: 'the warehouse it is opened from' },
  'products.addVariant': {
    barcodes: 'rows of their own',
    units: 'rows of their own',
    backorder: 'chosen once the variant is there',
    ...measures,
  },
  'products.create': {
    kind: 'chosen with the components of a kit',
    tags: 'entered once the product is there',
    metadata: 'of programs',
  },
  'products.update': { metadata: 'of programs' },
  'variants.update': measures,
  'settings.updateReason': byStep,
  'apiKeys.create': { expiresAt: 'chosen in days' },
  'webhooks.update': byStep,
}

const sources = import.meta.glob<string>('../**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const forms = Object.entries(sources).filter(
  ([path, text]) => text.includes('= recordForm({') && !path.endsWith('/record-form.tsx'),
)

/** The source of a form with those of the parts beside it that it is made of. */
function wholeOf(path: string): string {
  const paths = new Set([path])
  for (const one of paths)
    for (const [, name] of (sources[one] ?? '').matchAll(/from '\.\/(\w+\.tsx)'/g))
      paths.add(one.replace(/[^/]+$/, name ?? ''))
  return [...paths].map((one) => sources[one]).join('\n')
}

/** The routes a form sends, by how its source names them. */
async function routesOf(text: string) {
  const named = [...text.matchAll(/\broute: (\w+)\.(\w+)/g)]
  return Promise.all(
    named.map(async ([, group = '', verb = '']) => {
      const [, from] =
        new RegExp(`import \\{[^}]*\\b${group}\\b[^}]*\\} from '([^']+)'`).exec(text) ?? []
      const module = (await import(/* @vite-ignore */ from ?? '')) as Record<
        string,
        Record<string, Route>
      >
      return [`${group}.${verb}`, module[group]?.[verb]] as const
    }),
  )
}

const fieldsOf = (route: Route | undefined) =>
  Object.keys(((route?.body ?? {}) as { shape?: object }).shape ?? {}).filter(
    (name) => name !== 'version',
  )

/** Checks whether the source draws a control for a value, or for a part of it. */
const hasControl = (text: string, name: string) =>
  new RegExp(
    `\\b(?:(?:text|area|select|check|register|of|bind)\\((?:form, )?|name: )['\`]${name}['\`.]`,
  ).test(text)

test.each(forms)('every field of a body has a control in %s', async (path, text) => {
  const whole = wholeOf(path)
  const routes = await routesOf(text)
  expect(routes.length).toBeGreaterThan(0)
  for (const [route, declared] of routes) {
    const fields = fieldsOf(declared)
    expect(fields, route).not.toEqual([])
    const lacking = fields.filter((name) => !hasControl(whole, name))
    expect(lacking, route).toEqual(Object.keys(withoutControl[route] ?? {}))
  }
})

test('nothing else is given a reason', async () => {
  const sent = await Promise.all(forms.map(([, text]) => routesOf(text)))
  const routes = sent.flat().map(([route]) => route)
  expect(routes).toEqual(expect.arrayContaining(Object.keys(withoutControl)))
})
