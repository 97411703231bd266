import { randomUUID } from 'node:crypto'
import type { MailServer } from '../mail.ts'
import { post, type Person, type Tokens } from '../people.ts'
import { newSite } from '../site.ts'

type Variant = { id: string; sku: string }
type Location = { id: string; code: string }

/**
 * A workspace with bins, an item MUG that also comes in a case of twelve, TEA that is kept
 * by lot, and twelve MUG in A-01.
 */
export async function newStockedSite(url: string, mail: MailServer) {
  const site = await newSite(url, mail)
  const { call, warehouse } = site
  const bin = async (code: string) => {
    const body = { warehouseId: warehouse.id, code }
    return ((await call('/locations', body)) as { location: Location }).location
  }
  const item = async (name: string, variant: object) => {
    const body = { name, variants: [variant] }
    const { product } = (await call('/catalog/products', body)) as {
      product: { variants: [Variant] }
    }
    return product.variants[0]
  }
  const [a01, a02] = [await bin('A-01'), await bin('A-02')]
  const mug = await item('Blue mug', {
    sku: 'MUG',
    units: [{ code: 'case', numerator: '12' }],
    barcodes: [{ code: '4006381333931' }, { code: '14006381333938', unit: 'case' }],
  })
  const tea = await item('Green tea', { sku: 'TEA', tracking: 'lot' })
  const receive = (lines: object[], more: object = {}) =>
    call('/receiving/receipts', { warehouseId: warehouse.id, complete: true, lines, ...more })
  await receive([{ sku: 'MUG', qty: '12', location: 'A-01', unitCost: '2.50' }])
  const newMember = (rights: { role: string; permissions: string[] }) =>
    addMember(url, site.operator, rights)
  return { ...site, a01, a02, mug, tea, receive, newMember }
}

/** Returns the stock of MUG: status, quantity and location. */
export async function stockOf(site: Pick<Awaited<ReturnType<typeof newSite>>, 'read'>) {
  const { items } = (await site.read('/stock/buckets?limit=50')) as {
    items: { sku: string; status: string; onHand: string; location: string }[]
  }
  return items
    .filter(({ sku, onHand }) => sku === 'MUG' && onHand !== '0')
    .map(({ status, onHand, location }) => `${status} ${onHand} ${location}`)
    .toSorted()
}

/** Somebody else who works in the only platform of this operator. */
async function addMember(
  url: string,
  operator: Person,
  rights: { role: string; permissions: string[] },
): Promise<Person> {
  const { tokens } = (await post(url, '/auth/login', operator)) as { tokens: Tokens }
  const answer = await fetch(`${url}/api/v1/platforms/mine`, {
    headers: { authorization: `Bearer ${tokens.accessToken}` },
  })
  const { platforms } = (await answer.json()) as { platforms: [{ id: string }] }
  const person = { email: `${randomUUID().slice(0, 8)}@example.com`, password: 'forklift 4711' }
  const body = { ...person, ...rights, firstName: 'Ines' }
  await post(url, `/platforms/${platforms[0].id}/members/create`, body, tokens)
  return person
}

type Order = { id: string; number: string; version: number }
type Calls = Pick<Awaited<ReturnType<typeof newSite>>, 'call' | 'read'>

/** Confirms all picks of a fulfillment. */
export async function pickAll({ call, read }: Calls, fulfillmentId: string) {
  const { items } = (await read(`/picking/tasks?fulfillment=${fulfillmentId}`)) as {
    items: { id: string; qty: string }[]
  }
  for (const { id, qty } of items) await call(`/picking/tasks/${id}/confirm`, { qty })
}

/** An order of so many MUG, all picked: its fulfillment. */
export async function newPicked(site: Calls, qty: string) {
  const body = { lines: [{ sku: 'MUG', qty }], confirm: {} }
  const { order } = (await site.call('/orders', body)) as { order: Order }
  const { version } = order
  const released = (await site.call(`/orders/${order.id}/release`, { version })) as {
    fulfillments: [{ id: string; number: string }]
  }
  const [{ id, number }] = released.fulfillments
  await pickAll(site, id)
  return { id, number, order }
}
