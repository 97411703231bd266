import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, newItem } from '../../../test/fixtures.ts'
import { step, upload } from '../../../test/imports.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { linesOf as lines, importShopFile, shopifyColumns } from '../../../test/shop-files.ts'

/* Files of shops as they come out of them: their columns, and a few orders. */

const { customers, orders } = api.orders
const { app, site } = await setupSite()
const tag = () => randomUUID().slice(0, 6)

const imported = (kind: 'orders' | 'customers' | 'stock', file: string) =>
  importShopFile(app, site, kind, file)
async function orderOf(externalId: string) {
  const found = await app.call(orders.list, { ...as(site), query: { q: externalId } })
  const params = { ...site.params, orderId: found.body.items[0]?.id ?? '' }
  return (await app.call(orders.details, { ...as(site), params })).body.order
}

test('Shopify orders are read, and rows that are done are said', async () => {
  const { sku } = await newItem(app, site)
  const name = (n: number) => `#${tag()}${n}`
  const [open, gone, part, sent] = [name(1), name(2), name(3), name(4)]
  const line = { 'Lineitem sku': sku, 'Lineitem quantity': '1', 'Lineitem price': '10.00' }
  const file = lines(shopifyColumns, [
    {
      ...line,
      Name: open,
      'Financial Status': 'paid',
      'Fulfillment Status': 'unfulfilled',
      Currency: 'USD',
      Subtotal: '25.00',
      Shipping: '4.90',
      Taxes: '3.00',
      Total: '32.90',
      'Discount Amount': '5.00',
      'Created at': '2026-11-20 09:15:00 +0100',
      'Shipping Name': 'Ada Harbor',
      'Shipping Address1': '1 Quay Street',
      'Shipping Zip': "'02138",
      'Shipping City': 'Cambridge',
      'Shipping Country': 'US',
      Tags: 'vip, gift',
    },
    { ...line, Name: open, 'Lineitem quantity': '2' },
    { ...line, Name: gone, 'Cancelled at': '2026-11-20 10:00:00 +0100', Currency: 'USD' },
    { ...line, Name: gone },
    {
      ...line,
      Name: part,
      'Lineitem fulfillment status': 'fulfilled',
      Currency: 'USD',
      Shipping: '3.00',
    },
    { ...line, Name: part, 'Lineitem fulfillment status': 'pending' },
    { ...line, Name: sent, 'Fulfillment Status': 'fulfilled', Currency: 'USD' },
  ])
  const { job, errors, skipped } = await imported('orders', file)
  expect(errors).toEqual([])
  expect(skipped).toEqual([
    [4, 'Cancelled in the shop'],
    [5, 'Cancelled in the shop'],
    [6, 'Already fulfilled in the shop'],
    [8, 'Already fulfilled in the shop'],
  ])
  expect(job).toMatchObject({
    format: 'shopify_orders',
    matched: { sku: 'format' },
    rowsSkipped: 4,
    rowsApplied: 3,
    state: 'done',
  })
  expect(await orderOf(open)).toMatchObject({
    externalId: open,
    placedAt: '2026-11-20T08:15:00.000Z',
    shippingCharge: '4.9',
    orderDiscount: '5',
    totals: { total: '32.9' },
    shippingAddress: { name: 'Ada Harbor', postalCode: '02138', country: 'US' },
    tags: ['vip', 'gift'],
    lines: [{ tax: '1' }, { tax: '2' }],
  })
  expect(await orderOf(part)).toMatchObject({ shippingCharge: '3', lines: [{ lineNo: 1, sku }] })
})

test('WooCommerce orders are recognized', async () => {
  const { sku } = await newItem(app, site)
  const [open, done] = [`${Date.now()}1`, `${Date.now()}2`]
  const columns =
    'order_id,order_number,date,status,shipping_total,order_total,order_currency,customer_id,billing_email,billing_phone,shipping_first_name,shipping_last_name,shipping_company,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country,customer_note,item_id,item_name,item_sku,item_quantity,item_subtotal,item_total,item_total_tax'
  const item = { item_sku: sku, item_quantity: '3', item_total: '10.00', item_total_tax: '1.90' }
  const order = {
    date: '2026-11-20 09:15',
    order_currency: 'EUR',
    shipping_total: '4.90',
    shipping_first_name: 'Ada',
    shipping_last_name: 'Harbor',
    shipping_country: 'DE',
  }
  const { job, errors, skipped } = await imported(
    'orders',
    lines(columns, [
      { ...order, ...item, order_number: open, status: 'processing' },
      { ...order, ...item, order_number: open, status: 'processing' },
      { ...order, ...item, order_number: done, status: 'completed' },
    ]),
  )
  expect(errors).toEqual([])
  expect(job).toMatchObject({ format: 'woocommerce_orders', rowsApplied: 2, rowsSkipped: 1 })
  expect(skipped).toEqual([[4, 'Already fulfilled in the shop']])
  expect(await orderOf(open)).toMatchObject({
    placedAt: '2026-11-20T09:15:00.000Z',
    shippingCharge: '4.9',
    totals: { total: '28.7' },
    shippingAddress: { name: 'Ada Harbor' },
  })
})

test('Amazon orders are recognized, their shipping added up', async () => {
  const { sku } = await newItem(app, site)
  const id = `114-${Date.now()}`
  const columns =
    'order-id\torder-item-id\tpurchase-date\tpayments-date\tbuyer-email\tbuyer-name\tbuyer-phone-number\tsku\tproduct-name\tquantity-purchased\tcurrency\titem-price\titem-tax\tshipping-price\tshipping-tax\tship-service-level\trecipient-name\tship-address-1\tship-address-2\tship-address-3\tship-city\tship-state\tship-postal-code\tship-country\tship-phone-number'
  const row = {
    'order-id': id,
    'purchase-date': '2026-11-20T08:15:00+00:00',
    sku,
    'quantity-purchased': '2',
    currency: 'USD',
    'item-price': '19.98',
    'item-tax': '1.60',
    'shipping-price': '2.50',
    'recipient-name': 'Ada Harbor',
    'ship-country': 'US',
    'ship-postal-code': '02138-1001',
  }
  const { job, errors } = await imported('orders', lines(columns, [row, row], '\t'))
  expect(errors).toEqual([])
  expect(job).toMatchObject({ format: 'amazon_orders', rowsApplied: 2 })
  expect(await orderOf(id)).toMatchObject({
    shippingCharge: '5',
    totals: { total: '48.16' },
    lines: [{ unitPrice: '9.99' }, { unitPrice: '9.99' }],
  })
})

test('eBay orders are recognized, with the rows that sum an order up', async () => {
  const { sku } = await newItem(app, site)
  const [two, sent] = [`12-${Date.now()}-1`, `12-${Date.now()}-2`]
  const columns =
    'Sales Record Number,Order Number,Buyer Username,Buyer Name,Buyer Email,Buyer Note,Ship To Name,Ship To Phone,Ship To Address 1,Ship To Address 2,Ship To City,Ship To State,Ship To Zip,Ship To Country,Item Number,Item Title,Custom Label,Sold Via Promoted Listings,Quantity,Sold For,Shipping And Handling,Seller Collected Tax,Total Price,Sale Date,Paid On Date,Ship By Date,Shipped On Date,Tracking Number'
  const head = {
    'Sales Record Number': '101',
    'Order Number': two,
    'Ship To Name': 'Ada Harbor',
    'Ship To Country': 'United Kingdom',
    'Shipping And Handling': 'US $4.00',
    'Sale Date': 'Nov-20-26',
    'Paid On Date': 'Nov-20-26',
    Quantity: '2',
    'Sold For': 'US $15.00',
  }
  const item = {
    'Sales Record Number': '101',
    'Item Number': '35',
    'Custom Label': sku,
    Quantity: '1',
  }
  const { job, errors, skipped } = await imported(
    'orders',
    lines(columns, [
      head,
      { ...item, 'Order Number': two, 'Sold For': 'US $10.00' },
      { ...item, 'Order Number': two, 'Sold For': 'US $5.00' },
      { ...head, ...item, 'Order Number': sent, 'Shipped On Date': 'Nov-21-26' },
      { 'Sales Record Number': '2', Quantity: 'record(s) downloaded' },
    ]),
  )
  expect(errors).toEqual([])
  expect(skipped).toEqual([
    [2, 'The sum of an order, whose items are the next rows'],
    [5, 'Already fulfilled in the shop'],
    [6, 'This row is no order'],
  ])
  expect(job).toMatchObject({ format: 'ebay_orders', rowsApplied: 2, rowsSkipped: 3 })
  expect(await orderOf(two)).toMatchObject({
    paymentState: 'Paid',
    currency: 'USD',
    shippingCharge: '4',
    totals: { total: '19' },
    shippingAddress: { country: 'GB' },
  })
})

test('customers of Shopify and Xero are known by number, email or name', async () => {
  const [mail, name] = [`${tag()}@x.example`, `Harbor ${tag()}`]
  const shopify =
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'
  const number = `${Date.now()}`
  const first = await imported(
    'customers',
    lines(shopify, [
      {
        'Customer ID': `'${number}`,
        'First Name': 'Ada',
        'Last Name': 'Harbor',
        Email: mail,
        'Default Address Zip': "'02138",
        'Default Address Country Code': 'US',
      },
    ]),
  )
  expect(first.errors).toEqual([])
  expect(first.job).toMatchObject({ format: 'shopify_customers', creates: 1 })
  const xero =
    '*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAttentionTo,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,PhoneNumber,MobileNumber'
  const second = await imported(
    'customers',
    lines(xero, [
      { '*ContactName': 'Ada Harbor', EmailAddress: mail.toUpperCase(), POCity: 'Cambridge' },
      { '*ContactName': name, POCountry: 'New Zealand' },
    ]),
  )
  expect(second.errors).toEqual([])
  expect(second.job).toMatchObject({ format: 'xero_contacts', creates: 1, updates: 1 })
  const found = async (q: string) =>
    (await app.call(customers.list, { ...as(site), query: { q } })).body.items
  expect(await found(number)).toMatchObject([
    { code: number, name: 'Ada Harbor', addresses: [{ postalCode: '02138', city: 'Cambridge' }] },
  ])
  expect(await found(name)).toMatchObject([{ code: name, addresses: [{ country: 'NZ' }] }])
})

test('the stock of a Shopify inventory is what is on hand', async () => {
  const { sku } = await newItem(app, site)
  const columns =
    'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)'
  const row = { Handle: 'mug', SKU: sku, Location: 'Main', 'Bin name': 'A-01' }
  const file = lines(columns, [
    { ...row, 'Unavailable (not editable)': '0', 'On hand (current)': '12' },
    { ...row, 'On hand (current)': 'not stocked' },
    { ...row, 'On hand (current)': '0' },
  ])
  const proposed = (await upload(app, site, 'stock', file)).body.import
  expect(proposed).toMatchObject({
    format: 'shopify_inventory',
    mapping: { quantity: 13 },
    matched: { quantity: 'format' },
  })
  const { job, errors, skipped } = await imported('stock', file)
  expect(errors).toEqual([])
  expect(skipped).toEqual([
    [3, 'Not stocked at this location'],
    [4, 'No stock'],
  ])
  expect(job).toMatchObject({ rowsApplied: 1 })
})

test('a Shopify inventory among products is proposed as stock, and its only variant has no name', async () => {
  const columns =
    'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Bin name,Unavailable (not editable),On hand (current)'
  const only = { 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' }
  const file = lines(columns, [
    { Handle: 'lamp', Title: 'Lamp', ...only, SKU: 'LAMP-DT', Location: 'Main' },
    { Handle: 'rug', Title: 'Rug - Default Title', ...only, SKU: 'RUG-DT', Location: 'Main' },
  ])
  const sent = (await upload(app, site, 'products', file)).body.import
  expect(sent).toMatchObject({
    format: null,
    fits: { kind: 'stock', format: 'shopify_inventory' },
  })
  expect((await upload(app, site, 'stock', file)).body.import.fits).toBeNull()
  // Whoever wants products of it gets them.
  for (const mapping of [sent.mapping, { sku: 4, name: 1, variant: 3 }]) {
    const { id } = (await upload(app, site, 'products', file)).body.import
    expect(await step(app, site, 'validate', id, { mapping })).toMatchObject({ rowsFailed: 0 })
    await step(app, site, 'apply', id)
    for (const [sku, name] of [
      ['LAMP-DT', 'Lamp'],
      ['RUG-DT', 'Rug'],
    ] as const) {
      const { items } = (
        await app.call(api.warehouse.variants.list, { ...as(site), query: { q: sku } })
      ).body
      expect(items).toMatchObject([{ productName: name, name: '' }])
    }
  }
})

test('stock without a bin goes to the location entered for it', async () => {
  const { sku } = await newItem(app, site)
  const columns = 'Handle,Title,SKU,Location,Bin name,Unavailable (not editable),Available'
  const row = { Handle: 'mug', SKU: sku, 'Unavailable (not editable)': '0', Available: '7' }
  const file = lines(columns, [row, { ...row, Location: 'Main', 'Bin name': 'A-02' }])
  const sent = (await upload(app, site, 'stock', file)).body.import
  expect(sent).toMatchObject({
    format: 'shopify_inventory',
    mapping: { quantity: 6 },
    // There is no other warehouse.
    fixed: { warehouse: 'MAIN' },
  })
  const without = await step(app, site, 'validate', sent.id)
  expect(without).toMatchObject({ rowsValid: 1, rowsFailed: 1 })
  const fixed = { ...sent.fixed, location: 'A-01' }
  expect(await step(app, site, 'validate', sent.id, { fixed })).toMatchObject({
    rowsValid: 2,
    fixed,
  })
  expect(await step(app, site, 'apply', sent.id)).toMatchObject({ rowsApplied: 2 })
  const next = (await upload(app, site, 'stock', file)).body.import
  expect(next.fixed).toEqual(fixed)
})

test('a text for blank cells is refused for what identifies a row', async () => {
  const sent = (await upload(app, site, 'stock', 'sku,quantity\nX,1\n')).body.import
  const refused = (fixed: Record<string, string>) =>
    step(app, site, 'validate', sent.id, { fixed }).catch(String)
  expect(await refused({ location: 'A-01', warehouse: 'MAIN', sku: 'X' })).toContain(
    'SKU can’t be the same for all rows.',
  )
  expect(await refused({ warehouse: 'MAIN' })).toContain(
    'Choose the column for Location, or enter it for all rows.',
  )
  expect(await refused({ shelf: 'A' })).toContain('The field shelf doesn’t exist.')
})
