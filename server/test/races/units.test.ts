import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, newItem } from '../fixtures.ts'
import { concurrently, statuses, tally } from './concurrently.ts'
import { openGround, type Ground } from './stock-clients.ts'

const { variants } = api.warehouse

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

const unitsOf = (variantId: string) =>
  ground.rowsOf(`select code from tenant.variant_units where variant_id = '${variantId}'`)

test('one complete set remains of packs saved concurrently', async () => {
  const { app, site } = ground
  const { id: variantId } = await newItem(app, site)
  const params = { ...site.params, variantId }
  const answers = await concurrently(16, (n) => {
    const units = ['case', 'pallet'].map((code) => ({ code: `${code}-${n}`, numerator: '6' }))
    return app.call(variants.setUnits, { ...as(site), params, body: { units } })
  })
  expect(statuses(answers)).toEqual({ 200: 16 })
  const codes = (await unitsOf(variantId)).map(({ code }) => String(code))
  const [, winner] = /-(\d+)$/.exec(codes[0] ?? '') ?? []
  expect(codes.toSorted()).toEqual([`case-${winner}`, `pallet-${winner}`])
})

test('one of two spellings of a pack remains', async () => {
  const { app, site } = ground
  const { id: variantId } = await newItem(app, site)
  const params = { ...site.params, variantId }
  const answers = await concurrently(16, (n) => {
    const units = [{ code: n % 2 ? 'case' : 'Case', numerator: '6' }]
    return app.call(variants.setUnits, { ...as(site), params, body: { units } })
  })
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 16 })
  expect(await unitsOf(variantId)).toHaveLength(1)
})
