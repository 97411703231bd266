import type { variants } from '@stowage/contract/warehouse/variants'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import { addBarcode, removeBarcode } from './change-barcodes.ts'
import { setUnits } from './set-units.ts'
import {
  addVariant,
  changeVariant,
  setVariantStates,
  createVariants,
  changeVariants,
} from './change-variants.ts'
import { variantColumns } from './variant-export.ts'
import { listVariants } from './variant-list-queries.ts'
import { ownerOf, variantRecord } from './variant-queries.ts'
import { getVariant, priceAccessOf } from './reply.ts'
import { priceRightsFor } from './variant-rules.ts'

const { update, archive, restore } = recordHandlers(variantRecord, {
  update: changeVariant,
  takenBy: ({ id, sku }) => ({ id, sku }),
  show: (db, actor, { id }) => getVariant(db, actor, id),
})

export const variantHandlers: Handlers<typeof variants> = {
  list(call, { query }) {
    const { actor } = call
    const sight = { ...priceAccessOf(actor), warehouses: actor.warehouses }
    return pageOrFile(call, query, 'products', variantColumns(sight), (db, page) =>
      listVariants(db, actor.platform.id, sight, query, page),
    )
  },

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ variant: await getVariant(db, actor, params.variantId) })),

  async create(call, { body: { productId, ...variant } }) {
    await call.requireRights(priceRightsFor([variant]))
    return namingDuplicates(call, ownerOf(call.actor.platform.id, [variant]), () =>
      call.write(async (tx) => ({ variant: await addVariant(tx, call.actor, productId, variant) })),
    )
  },

  async update(call, input) {
    await call.requireRights(priceRightsFor([input.body]))
    return update(call, input)
  },

  archive,
  restore,

  archiveMany: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await setVariantStates(tx, actor, body.ids, 'archived') })),

  restoreMany: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await setVariantStates(tx, actor, body.ids, 'active') })),

  addBarcode: (call, { params, body }) =>
    namingDuplicates(call, ownerOf(call.actor.platform.id, [{ barcodes: [body] }]), () =>
      call.write(async (tx) => ({
        variant: await addBarcode(tx, call.actor, params.variantId, body),
      })),
    ),

  removeBarcode: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      variant: await removeBarcode(tx, actor, params.variantId, body.code),
    })),

  setUnits: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      variant: await setUnits(tx, actor, params.variantId, body.units),
    })),

  async createBatch(call, { body }) {
    await call.requireRights(priceRightsFor(body.items))
    return call.write((tx) => createVariants(tx, call.actor, body))
  },

  async updateBatch(call, { body }) {
    await call.requireRights(priceRightsFor(body.items))
    return call.write((tx) => changeVariants(tx, call.actor, body))
  },
}
