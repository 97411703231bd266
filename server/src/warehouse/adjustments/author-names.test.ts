import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { adjustAt, as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { adjustments, receiving } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const rights = ['stock.read', 'stock.adjust.create', 'stock.adjust.approve', 'receipt.*']
const newWorker = (more: string[] = []) =>
  app.newMember(site.owner, site.platform, { role: 'x', permissions: [...rights, ...more] })
const remove = ({ id: memberId }: { id: string }) =>
  app.call(api.platforms.members.removeById, {
    token: site.owner.token,
    params: { platformId: site.platform.id, memberId },
  })
const rename = ({ id }: { id: string }) =>
  arrange(app, `update tenant.members set first_name = 'Ada', last_name = 'Bell' where id = $1`, [
    id,
  ])

const receiptAt = async (id: string, { token } = site) => {
  const params = { ...site.params, receiptId: id }
  return (await app.call(receiving.receipt, { params, token })).body.receipt
}
const adjustmentAt = async (id: string, { token }: { token: string } = site) => {
  const params = { ...site.params, adjustmentId: id }
  return (await app.call(adjustments.details, { params, token })).body.adjustment
}

test('a receipt says who made it: the address, then the name, and nobody once they are gone', async () => {
  const { sku } = await newItem(app, site)
  const maker = await newWorker()
  const { receipt } = (await receiveInto(app, site, { sku, qty: '10' }, { by: maker })).body
  expect([receipt.createdBy, 'createdByName' in receipt]).toEqual([maker.id, false])
  const told = async () => {
    const { createdBy, createdByName } = await receiptAt(receipt.id)
    return [createdBy, createdByName]
  }
  expect(await told()).toEqual([maker.id, maker.email])
  await rename(maker)
  expect(await told()).toEqual([maker.id, 'Ada Bell'])
  const { body } = await app.call(receiving.receipts, as(site))
  expect(body.items.map(({ createdByName }) => createdByName)).toEqual(['Ada Bell'])
  const csv = { method: 'GET' as const, headers: { authorization: `Bearer ${site.token}` } }
  const url = `/api/v1/tenant/${site.params.slug}/receiving/receipts?format=csv`
  expect((await app.http.inject({ ...csv, url })).body).toContain('Ada Bell')
  await remove(maker)
  expect(await told()).toEqual([maker.id, null])
})

test('an adjustment says who made and who approved it, and what it is worth to who may know', async () => {
  const { sku } = await newItem(app, site)
  await receiveInto(app, site, { sku, qty: '10', unitCost: '2.50' })
  await app.call(api.warehouse.settings.updateWarehouse, {
    ...as(site),
    body: { adjustApprovalAbove: '8.00', separateDuties: true, version: 1 },
  })
  const [author, chief] = [await newWorker(), await newWorker(['stock.value.read'])]
  const big = (await adjustAt(app, site, { sku, qty: '-5' }, { by: author })).body.adjustment
  expect(big).toMatchObject({ state: 'pending_approval', createdBy: author.id, approvedBy: null })
  expect(big).not.toHaveProperty('value')
  expect(await adjustmentAt(big.id, author)).not.toHaveProperty('value')
  expect(await adjustmentAt(big.id, chief)).toMatchObject({
    createdByName: author.email,
    approvedByName: null,
    value: '12.5',
  })
  const listed = async (by: { token: string }) =>
    (await app.call(adjustments.list, { params: site.params, token: by.token })).body.items
  expect(await listed(chief)).toMatchObject([{ value: '12.5', createdByName: author.email }])
  expect((await listed(author))[0]).not.toHaveProperty('value')
  const approved = await app.call(adjustments.approve, {
    params: { ...site.params, adjustmentId: big.id },
    token: chief.token,
    body: { version: 1 },
  })
  expect(approved.body.adjustment).toMatchObject({ approvedBy: chief.id, value: '12.5' })
  await rename(chief)
  await remove(author)
  expect(await adjustmentAt(big.id)).toMatchObject({
    state: 'posted',
    createdBy: author.id,
    createdByName: null,
    approvedBy: chief.id,
    approvedByName: 'Ada Bell',
    value: '12.5',
  })
})
