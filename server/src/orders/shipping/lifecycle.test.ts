import { api } from '@stowage/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, stocked } from '../../../test/fixtures.ts'
import { orderNow } from '../../../test/order-calls.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packItem,
  sendBack,
  ship,
  voidShipment,
} from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { packing, shipping } = api.orders
const { app, site } = await setupSite()

const ordered = 3
const inStock = 5
const verbs = [
  'pick',
  'open',
  'scan',
  'remove',
  'close',
  'reopen',
  'discard',
  'packAll',
  'sendBack',
] as const
const ends = ['ship', 'shipPart', 'void'] as const
type Verb = (typeof verbs)[number] | (typeof ends)[number]

/**
 * Expected state of one order of one item: how much is wanted, picked and in each package, and whether it
 * shipped. Quantity sent back is on hold; while stock is available it is picked again.
 */
type Model = {
  wanted: number
  picked: number
  held: number
  packages: { isOpen: boolean; qty: number }[]
  isShipped: boolean
  /** Quantity shipped before the rest. */
  gone: number
}

const packed = ({ packages }: Model) => packages.reduce((sum, { qty }) => sum + qty, 0)
const lastOf = ({ packages }: Model, isOpen: boolean) =>
  packages.findLastIndex((one) => one.isOpen === isOpen)

function stateOf(model: Model): string {
  if (model.wanted === 0) return 'cancelled'
  if (model.picked === 0 && model.held === 0) return 'released'
  if (model.picked < model.wanted) return 'picking'
  if (model.packages.length === 0) return 'picked'
  if (model.isShipped) return 'shipped'
  const isDone = packed(model) === model.wanted && model.packages.every(({ isOpen }) => !isOpen)
  return isDone ? 'packed' : 'packing'
}

function orderStateOf({ wanted, isShipped, gone }: Model): string {
  const left = gone + (isShipped ? wanted : 0)
  if (left === ordered) return 'shipped'
  if (left > 0) return 'partially_shipped'
  return wanted === 0 ? 'confirmed' : 'in_fulfillment'
}

/** Returns the model after a verb; undefined if the verb is refused. */
function next(model: Model, verb: Verb): Model | undefined {
  const state = stateOf(model)
  const isPacking = state === 'picked' || state === 'packing'
  const open = lastOf(model, true)
  const closed = lastOf(model, false)
  const withPackage = (at: number, change: Partial<Model['packages'][number]>) => ({
    ...model,
    packages: model.packages.map((one, i) => (i === at ? { ...one, ...change } : one)),
  })
  const qty = model.packages[open]?.qty ?? 0
  switch (verb) {
    case 'pick':
      return model.picked < model.wanted ? { ...model, picked: model.picked + 1 } : undefined
    case 'open':
      return isPacking
        ? { ...model, packages: [...model.packages, { isOpen: true, qty: 0 }] }
        : undefined
    case 'scan':
      return isPacking && open >= 0 && packed(model) < model.wanted
        ? withPackage(open, { qty: qty + 1 })
        : undefined
    case 'remove':
      return isPacking && open >= 0 && qty > 0 ? withPackage(open, { qty: qty - 1 }) : undefined
    case 'close':
      return isPacking && open >= 0 && qty > 0 ? withPackage(open, { isOpen: false }) : undefined
    case 'reopen':
      return (isPacking || state === 'packed') && closed >= 0
        ? withPackage(closed, { isOpen: true })
        : undefined
    case 'discard':
      return isPacking && open >= 0
        ? { ...model, packages: model.packages.filter((_, i) => i !== open) }
        : undefined
    case 'packAll': {
      if (!isPacking) return undefined
      const left = model.wanted - packed(model)
      const into = left > 0 && open < 0 ? [{ isOpen: true, qty: 0 }] : []
      const all = [...model.packages, ...into]
      const at = open < 0 ? all.length - 1 : open
      const filled = all.map((one, i) =>
        i === at && left > 0 ? { ...one, qty: one.qty + left } : one,
      )
      return {
        ...model,
        packages: filled
          .filter((one) => one.qty > 0)
          .map(({ qty: inside }) => ({ isOpen: false, qty: inside })),
      }
    }
    case 'sendBack': {
      if (!isPacking || packed(model) === model.wanted) return undefined
      const isFree = inStock - model.gone - model.held > model.wanted
      const wanted = isFree ? model.wanted : model.wanted - 1
      const packages = wanted === 0 ? [] : model.packages
      return { ...model, wanted, packages, picked: model.picked - 1, held: model.held + 1 }
    }
    case 'ship':
      return state === 'packed' ? { ...model, isShipped: true } : undefined
    case 'shipPart': {
      if (!(isPacking || state === 'packed') || closed < 0) return undefined
      const leaving = model.packages[closed]?.qty ?? 0
      if (state === 'packed' && model.packages.length === 1) return { ...model, isShipped: true }
      if (leaving === model.picked) return undefined
      return {
        ...model,
        wanted: model.wanted - leaving,
        picked: model.picked - leaving,
        gone: model.gone + leaving,
        packages: model.packages.filter((_, i) => i !== closed),
      }
    }
    case 'void':
      return model.isShipped ? { ...model, isShipped: false } : undefined
  }
}

test('an order goes any way from its release to its shipment and back, and the books are right', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Verb>(...verbs, 'scan', 'scan', ...ends), {
        minLength: 8,
        maxLength: 24,
      }),
      async (steps) => {
        const mug = await stocked(app, site, { qty: String(inStock) })
        const { order, fulfillmentId, task } = await releasedOf(app, site, mug.sku, String(ordered))
        let model: Model = {
          wanted: ordered,
          picked: 0,
          held: 0,
          packages: [],
          isShipped: false,
          gone: 0,
        }
        for (const verb of ['pick', 'pick', ...steps, 'pick', ...steps] as Verb[]) {
          const wanted = next(model, verb)
          const status = await run(verb, { fulfillmentId, taskId: task.id, sku: mug.sku })
          expect([verb, stateOf(model), status < 300]).toEqual([
            verb,
            stateOf(model),
            wanted !== undefined,
          ])
          model = wanted ?? model
          expect((await fulfillmentNow(app, site, fulfillmentId)).state).toBe(stateOf(model))
        }
        const left = model.gone + (model.isShipped ? model.wanted : 0)
        expect(await levelOf(app, mug.id)).toMatchObject({
          on_hand: String(inStock - left),
          unavailable: String(model.held),
          reserved: String(model.isShipped ? 0 : model.wanted),
          backordered: String(ordered - model.wanted - model.gone),
        })
        expect((await orderNow(app, site, order.id)).state).toBe(orderStateOf(model))
      },
    ),
    { numRuns: 6 },
  )
  expect(await findingsOf(app, site)).toEqual([])
})

/** Calls the verb, on the last package that is as the verb needs it, and returns the status. */
async function run(
  verb: Verb,
  { fulfillmentId, taskId, sku }: { fulfillmentId: string; taskId: string; sku: string },
): Promise<number> {
  const { packages, lines } = await fulfillmentNow(app, site, fulfillmentId)
  const idOf = (isOpen: boolean) =>
    packages.findLast(({ state }) => (state === 'open') === isOpen)?.id ?? fulfillmentId
  const at = (isOpen: boolean) => ({
    ...as(site),
    params: { ...site.params, packageId: idOf(isOpen) },
  })
  const ready = lines.flatMap(({ picks }) => picks).find(({ state }) => state === 'ready')
  switch (verb) {
    case 'pick':
      return (await confirmPick(app, site, ready?.id ?? taskId)).status
    case 'sendBack':
      return (await sendBack(app, site, fulfillmentId, [{ qty: '1' }])).status
    case 'open':
      return (await openPackage(app, site, fulfillmentId)).status
    case 'scan':
      return (await packItem(app, site, idOf(true), { code: sku })).status
    case 'remove':
      return (await app.call(packing.remove, { ...at(true), body: { code: sku } })).status
    case 'close':
      return (await closePackage(app, site, idOf(true))).status
    case 'reopen':
      return (await app.call(packing.reopen, at(false))).status
    case 'discard':
      return (await app.call(packing.discard, at(true))).status
    case 'packAll':
      return (await packAll(app, site, fulfillmentId)).status
    case 'ship':
      return (await ship(app, site, fulfillmentId)).status
    case 'shipPart':
      return (await ship(app, site, fulfillmentId, { packageIds: [idOf(false)] })).status
    case 'void': {
      const query = { fulfillment: fulfillmentId }
      const { body } = await app.call(shipping.list, { ...as(site), query })
      return (await voidShipment(app, site, body.items[0] ?? { id: fulfillmentId, version: 1 }))
        .status
    }
  }
}
