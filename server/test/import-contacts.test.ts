import { api } from '@stowage/contract'
import { fieldsOf, importKinds, type ImportKind } from '@stowage/contract/import-kinds'
import { expect, test } from 'vitest'
import { newItem } from './fixtures.ts'
import { checked, csv, step } from './imports.ts'
import { setupSite } from './setup-site.ts'

const { app, site } = await setupSite()
const blind = await app.newMember(site.owner, site.platform, {
  permissions: ['customer.read', 'order.read'],
})
const { sku } = await newItem(app, site)

/* Texts of one row by field, each told from all others, for the files that hold what belongs to somebody. */
const samples: Partial<Record<ImportKind, Record<string, string>>> = {
  customers: {
    code: 'C-QX1',
    name: 'Ada Qname',
    first_name: 'Qfirst',
    last_name: 'Qlast',
    email: 'qmail@x.example',
    phone: '+47 5550 0101',
    company: 'Qfirm',
    street: 'Qstreet 1',
    street2: 'Qloft 2',
    postal_code: '01019',
    city: 'Qtown',
    region: 'Qregion',
    tags: 'qtag',
    note: 'Qnote',
  },
  orders: {
    external_id: 'EXT-QX2',
    sku,
    quantity: '1',
    customer_name: 'Bo Qbuyer',
    customer_email: 'qbuyer@x.example',
    customer_phone: '+47 5550 0202',
    payment: 'Qpaid',
    tags: 'qlabel',
    note: 'Qremark',
    line_note: 'Qline',
    ship_name: 'Bo Qreceiver',
    ship_company: 'Qcompany',
    ship_street: 'Qquay 3',
    ship_street2: 'Qfloor 4',
    ship_postal_code: '01018',
    ship_city: 'Qcity',
    ship_region: 'Qstate',
    ship_phone: '+47 5550 0303',
  },
}

/** All that is said of customers and orders to who holds this token. */
async function shownTo(token: string): Promise<string> {
  const call = { token, params: site.params }
  const { body: people } = await app.call(api.orders.customers.list, { ...call, query: {} })
  const { body: list } = await app.call(api.orders.orders.list, { ...call, query: {} })
  const details = await Promise.all(
    list.items.map(({ id: orderId }) =>
      app.call(api.orders.orders.details, { token, params: { ...site.params, orderId } }),
    ),
  )
  return JSON.stringify([people, list, details.map(({ body }) => body)])
}

test('what is masked in replies is a contact detail in files of every kind', async () => {
  for (const kind of importKinds) {
    const cells = Object.entries(samples[kind] ?? {}).filter(([name]) =>
      fieldsOf(kind).some((field) => field.name === name),
    )
    if (cells.length === 0) continue
    const [names, texts] = [cells.map(([name]) => name), cells.map(([, text]) => text)]
    const job = await checked(app, site, kind, csv(names, texts))
    expect(await step(app, site, 'apply', job.id)).toMatchObject({ rowsApplied: 1 })
  }
  const [all, open] = [await shownTo(site.token), await shownTo(blind.token)]
  for (const kind of importKinds) {
    const masked = fieldsOf(kind).filter(({ name }) => {
      const text = samples[kind]?.[name]
      return text !== undefined && all.includes(text) && !open.includes(text)
    })
    const contacts = fieldsOf(kind).filter(({ isContact }) => isContact)
    const nameOf = ({ name }: { name: string }) => name
    expect(contacts.map(nameOf), kind).toEqual(masked.map(nameOf))
  }
})
