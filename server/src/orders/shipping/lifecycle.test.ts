import { api } from '@stowage/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { as, levelOf, stocked } from '../../../test/goods.ts'
import { orderNow } from '../../../test/order-calls.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packItem,
  ship,
  voidShipment,
} from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { packing, shipping } = api.orders
const { app, site } = await setupSite()

const ordered = 3
const verbs = ['pick', 'open', 'scan', 'remove', 'close', 'reopen', 'discard', 'packAll'] as const
const ends = ['ship', 'void'] as const
type Verb = (typeof verbs)[number] | (typeof ends)[number]

/** What the books should say of one order of one item: what is picked, in each package, and whether it left. */
type Model = { picked: number; packages: { isOpen: boolean; qty: number }[]; isShipped: boolean }

const packed = ({ packages }: Model) => packages.reduce((sum, { qty }) => sum + qty, 0)
const lastOf = ({ packages }: Model, isOpen: boolean) =>
  packages.findLastIndex((one) => one.isOpen === isOpen)

function stateOf(model: Model): string {
  if (model.picked === 0) return 'released'
  if (model.picked < ordered) return 'picking'
  if (model.packages.length === 0) return 'picked'
  if (model.isShipped) return 'shipped'
  const isDone = packed(model) === ordered && model.packages.every(({ isOpen }) => !isOpen)
  return isDone ? 'packed' : 'packing'
}

/** What becomes of the model; undefined where the verb is refused. */
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
      return model.picked < ordered ? { ...model, picked: model.picked + 1 } : undefined
    case 'open':
      return isPacking
        ? { ...model, packages: [...model.packages, { isOpen: true, qty: 0 }] }
        : undefined
    case 'scan':
      return open >= 0 && packed(model) < ordered ? withPackage(open, { qty: qty + 1 }) : undefined
    case 'remove':
      return open >= 0 && qty > 0 ? withPackage(open, { qty: qty - 1 }) : undefined
    case 'close':
      return open >= 0 && qty > 0 ? withPackage(open, { isOpen: false }) : undefined
    case 'reopen':
      return closed >= 0 && !model.isShipped ? withPackage(closed, { isOpen: true }) : undefined
    case 'discard':
      return open >= 0
        ? { ...model, packages: model.packages.filter((_, i) => i !== open) }
        : undefined
    case 'packAll': {
      if (!isPacking) return undefined
      const left = ordered - packed(model)
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
    case 'ship':
      return state === 'packed' ? { ...model, isShipped: true } : undefined
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
        const mug = await stocked(app, site)
        const { order, fulfillmentId, task } = await releasedOf(app, site, mug.sku, String(ordered))
        let model: Model = { picked: 0, packages: [], isShipped: false }
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
        const left = model.isShipped ? ordered : 0
        expect(await levelOf(app, mug.id)).toMatchObject({
          on_hand: String(10 - left),
          reserved: String(ordered - left),
        })
        expect((await orderNow(app, site, order.id)).state).toBe(
          model.isShipped ? 'shipped' : 'in_fulfillment',
        )
      },
    ),
    { numRuns: 6 },
  )
  for (const check of ['verify_documents', 'verify_fulfillments'])
    expect(
      await arrange(app, `select * from stock.${check}($1, null)`, [site.platform.id]),
    ).toEqual([])
})

/** Calls the verb, on the last package that is as the verb needs it, and returns the status. */
async function run(
  verb: Verb,
  { fulfillmentId, taskId, sku }: { fulfillmentId: string; taskId: string; sku: string },
): Promise<number> {
  const { packages } = await fulfillmentNow(app, site, fulfillmentId)
  const idOf = (isOpen: boolean) =>
    packages.findLast(({ state }) => (state === 'open') === isOpen)?.id ?? fulfillmentId
  const at = (isOpen: boolean) => ({
    ...as(site),
    params: { ...site.params, packageId: idOf(isOpen) },
  })
  switch (verb) {
    case 'pick':
      return (await confirmPick(app, site, taskId)).status
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
    case 'void': {
      const query = { fulfillment: fulfillmentId }
      const { body } = await app.call(shipping.list, { ...as(site), query })
      return (await voidShipment(app, site, body.items[0] ?? { id: fulfillmentId, version: 1 }))
        .status
    }
  }
}
