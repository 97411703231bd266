import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { as, newItem } from '../../../test/fixtures.ts'
import { checked, rowsOf, step } from '../../../test/imports.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { linesOf as lines, importShopFile, shopifyColumns } from '../../../test/shop-files.ts'

const { customers, orders } = api.orders
const { app, site } = await setupSite()
const tag = () => randomUUID().slice(0, 6)
const imported = (kind: 'orders', file: string) => importShopFile(app, site, kind, file)
async function orderOf(externalId: string) {
  const found = await app.call(orders.list, { ...as(site), query: { q: externalId } })
  const params = { ...site.params, orderId: found.body.items[0]?.id ?? '' }
  return (await app.call(orders.details, { ...as(site), params })).body.order
}

describe('the customers of shop orders', () => {
  /** One order of each shop, with this email and phone number. */
  const filesOf = (sku: string, { email = '', phone = '' }) => {
    const id = () => `${tag()}-${tag()}`
    const shopify = (name: string) => ({
      Name: name,
      Email: email,
      Phone: phone,
      'Lineitem sku': sku,
      'Lineitem quantity': '1',
      Currency: 'EUR',
      'Billing Name': 'Ada Payer',
      'Shipping Name': 'Bo Receiver',
      'Shipping Country': 'DE',
    })
    const [one, two] = [id(), id()]
    return {
      ids: [one, two],
      content: lines(shopifyColumns.replace('Notes', 'Notes,Phone'), [
        shopify(one),
        { Name: one, 'Lineitem sku': sku, 'Lineitem quantity': '2' },
        shopify(two),
      ]),
    }
  }
  const peopleOf = async (q: string) =>
    (await app.call(customers.list, { ...as(site), query: { q } })).body.items

  test('are created once, by email, and found in the next file', async () => {
    const { sku } = await newItem(app, site)
    const email = `Ada.${tag()}@x.example`
    const first = filesOf(sku, { email, phone: '+47 5550 7711' })
    const { job } = await imported('orders', first.content)
    expect(job).toMatchObject({ rowsApplied: 3, rowsFailed: 0, rowsIncomplete: 0 })
    const [customer, ...others] = await peopleOf(email)
    expect(others).toEqual([])
    expect(customer).toMatchObject({
      code: expect.stringMatching(/^C-[0-9A-F]{12}$/),
      name: 'Ada Payer',
      emails: [email],
      phones: ['+47 5550 7711'],
    })
    // Also by an order that comes by itself.
    const body = { customer: { emails: [email] }, lines: [{ sku, qty: '1' }] }
    const alone = (await app.call(orders.create, { ...as(site), body })).body.order
    expect(alone.customerId).toBe(customer?.id)
    const next = filesOf(sku, { email: email.toUpperCase() })
    await imported('orders', next.content)
    expect((await imported('orders', first.content)).job).toMatchObject({ rowsFailed: 3 })
    for (const id of [...first.ids, ...next.ids])
      expect(await orderOf(id)).toMatchObject({ customerId: customer?.id, customer: 'Ada Payer' })
    expect(await peopleOf(email)).toHaveLength(1)
  })

  test('are known by phone where there is no email, however it is written', async () => {
    const { sku } = await newItem(app, site)
    const number = `${Date.now()}`.slice(-8)
    const body = { code: `C-${tag()}`, name: 'Called', phones: [`+47 ${number}`] }
    const known = (await app.call(customers.create, { ...as(site), body })).body.customer
    const file = filesOf(sku, { phone: `0047${number}` })
    await imported('orders', file.content)
    expect(await orderOf(file.ids[0] ?? '')).toMatchObject({ customerId: known.id })
    const other = filesOf(sku, { phone: `+46 ${number}` })
    await imported('orders', other.content)
    const { customerId } = await orderOf(other.ids[1] ?? '')
    expect(customerId).not.toBe(known.id)
    await imported('orders', filesOf(sku, { phone: `+46${number}` }).content)
    expect(await peopleOf(`46${number}`)).toMatchObject([
      { id: customerId, name: 'Ada Payer', emails: [] },
    ])
  })

  test('are left out for who may not create any, and the import says how many', async () => {
    const { sku } = await newItem(app, site)
    const email = `left-${tag()}@x.example`
    const { token } = await app.newMember(site.owner, site.platform, {
      permissions: ['import.run', 'order.*', 'customer.read', 'catalog.product.read'],
    })
    const { ids, content } = filesOf(sku, { email })
    const by = { ...site, token }
    const dry = await checked(app, by, 'orders', content)
    expect(dry).toMatchObject({ rowsValid: 3, rowsFailed: 0, rowsIncomplete: 2 })
    const job = await step(app, by, 'apply', dry.id)
    expect(job).toMatchObject({ state: 'done', rowsApplied: 3, rowsIncomplete: 2 })
    const said = (await rowsOf(app, by, dry.id)).map(({ errors }) => errors.length)
    expect(said).toEqual([1, 0, 1])
    expect(await orderOf(ids[0] ?? '')).toMatchObject({ customerId: null })
    expect(await peopleOf(email)).toEqual([])
    // Whoever is known is found.
    await imported('orders', filesOf(sku, { email }).content)
    const known = await checked(app, by, 'orders', filesOf(sku, { email }).content)
    expect(known).toMatchObject({ rowsIncomplete: 0 })
  })

  test('may have a long email, and not be archived or masked', async () => {
    const { sku } = await newItem(app, site)
    const long = `${'long'.repeat(10)}${tag()}@x.example`
    await imported('orders', filesOf(sku, { email: long }).content)
    expect(await peopleOf(long)).toMatchObject([{ emails: [long] }])
    const email = `gone-${tag()}@x.example`
    const body = { code: email, name: 'Gone', emails: [email] }
    const gone = (await app.call(customers.create, { ...as(site), body })).body.customer
    const params = { ...site.params, customerId: gone.id }
    await app.call(customers.archive, { ...as(site), params, body: { version: 1 } })
    for (const [given, column] of [
      [{ email }, 'customer_email'],
      [{ email: 'a•••@x.example' }, 'customer_email'],
      [{ phone: '+•••' }, 'customer_phone'],
    ] as const) {
      const { errors } = await imported('orders', filesOf(sku, given).content)
      expect(errors.flat().map((error) => error.column)).toContain(column)
    }
  })

  test.each(['woocommerce', 'amazon', 'ebay'])('come with files of %s', async (shop) => {
    const { sku } = await newItem(app, site)
    const [email, id] = [`${shop}-${tag()}@x.example`, `${tag()}-${tag()}`]
    const content = {
      woocommerce: lines(
        'order_id,status,shipping_total,item_sku,item_quantity,order_currency,billing_email,billing_first_name,billing_last_name',
        [
          {
            order_id: id,
            status: 'processing',
            item_sku: sku,
            item_quantity: '1',
            billing_email: email,
            billing_first_name: 'Ada',
            billing_last_name: 'Payer',
          },
        ],
      ),
      amazon: lines(
        'order-id\torder-item-id\tpurchase-date\tbuyer-email\tbuyer-name\tsku\tquantity-purchased',
        [
          {
            'order-id': id,
            sku,
            'quantity-purchased': '1',
            'buyer-email': email,
            'buyer-name': 'Ada Payer',
          },
        ],
        '\t',
      ),
      ebay: lines(
        'Sales Record Number,Order Number,Buyer Name,Buyer Email,Ship To Name,Item Number,Custom Label,Quantity,Sold For',
        [
          {
            'Order Number': id,
            'Buyer Name': 'Ada Payer',
            'Buyer Email': email,
            'Item Number': '35',
            'Custom Label': sku,
            Quantity: '1',
            'Sold For': '€5.00',
          },
        ],
      ),
    }[shop]
    const { job, errors } = await imported('orders', content ?? '')
    expect([job.rowsApplied, errors]).toEqual([1, []])
    expect(await orderOf(id)).toMatchObject({ customer: 'Ada Payer' })
    expect(await peopleOf(email)).toMatchObject([{ name: 'Ada Payer', emails: [email] }])
  })
})
