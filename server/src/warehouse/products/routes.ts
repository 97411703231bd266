import { fileReply } from '../../workspace/print/print.ts'
import { findPracticeSheet } from './print.ts'
import { drawInThread } from '../../workspace/print/threads.ts'
import type { practiceLabels } from '@stowage/contract/warehouse/product-labels'
import type { products } from '@stowage/contract/warehouse/products'
import type { variants } from '@stowage/contract/warehouse/product-variants'
import type { kits } from '@stowage/contract/warehouse/product-kits'
import type { units } from '@stowage/contract/warehouse/product-units'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import {
  addVariant,
  changeVariant,
  setVariantStates,
  createVariants,
  changeVariants,
} from './change-variants.ts'
import { ownerOf, variantRecord } from './variant-queries.ts'
import { withVariants, getVariant, priceAccessOf } from './reply.ts'
import { priceRightsFor } from './rules.ts'
import {
  createProduct,
  changeProduct,
  setProductState,
  createProducts,
  changeProducts,
} from './commands.ts'
import { productColumns, variantColumns } from './export.ts'
import { listProducts } from './list-queries.ts'
import { productRecord } from './queries.ts'
import { addBarcode, removeBarcode } from './add-barcode.ts'
import { setUnits } from './set-units.ts'
import { listVariants } from './variant-list-queries.ts'
import { saveKit } from './save-kit.ts'
import { getKit } from './kit-queries.ts'
import { listUnits } from './unit-queries.ts'

export const productHandlers: Handlers<typeof products> = {
  ...recordHandlers(productRecord, {
    update: changeProduct,
    setState: setProductState,
    show: withVariants,
  }),

  list: (call, { query }) =>
    pageOrFile(call, query, 'product-list', productColumns, (db, page) =>
      listProducts(db, call.actor.platform.id, query, page),
    ),

  async create(call, { body }) {
    await call.requireRights(priceRightsFor(body.variants, null))
    return namingDuplicates(call, ownerOf(call.actor.platform.id, body.variants), () =>
      call.write(async (tx) => {
        const { actor } = call
        return { product: await withVariants(tx, actor, await createProduct(tx, actor, body)) }
      }),
    )
  },

  async addVariant(call, { params, body }) {
    await call.requireRights(priceRightsFor([body], null))
    return namingDuplicates(call, ownerOf(call.actor.platform.id, [body]), () =>
      call.write(async (tx) => ({
        variant: await addVariant(tx, call.actor, params.productId, body),
      })),
    )
  },

  async createBatch(call, { body }) {
    const variants = body.items.flatMap((item) => item.variants)
    await call.requireRights(priceRightsFor(variants, null))
    return call.write((tx) => createProducts(tx, call.actor, body))
  },

  updateBatch: ({ write, actor }, { body }) => write((tx) => changeProducts(tx, actor, body)),
}

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
    await call.requireRights(priceRightsFor([variant], null))
    return namingDuplicates(call, ownerOf(call.actor.platform.id, [variant]), () =>
      call.write(async (tx) => ({ variant: await addVariant(tx, call.actor, productId, variant) })),
    )
  },

  async update(call, input) {
    await call.requireRights(priceRightsFor([input.body], undefined))
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
    await call.requireRights(priceRightsFor(body.items, null))
    return call.write((tx) => createVariants(tx, call.actor, body))
  },

  async updateBatch(call, { body }) {
    await call.requireRights(priceRightsFor(body.items, undefined))
    return call.write((tx) => changeVariants(tx, call.actor, body))
  },
}

export const kitHandlers: Handlers<typeof kits> = {
  details: ({ read, actor }, { params }) =>
    read((db) => getKit(db, actor.platform.id, params.variantId)),

  save: ({ write, actor }, { params, body }) =>
    write((tx) => saveKit(tx, actor, params.variantId, body)),
}

export const unitHandlers: Handlers<typeof units> = {
  list: ({ read, actor }) => read((db) => listUnits(db, actor.platform.id)),
}

export const practiceHandlers: Handlers<typeof practiceLabels> = {
  practice: async ({ read, actor, sharesAs }, { query }) => {
    const bytes = await drawInThread(sharesAs, async () => {
      const page = await read((db) => findPracticeSheet(db, actor))
      return { kind: 'pages', pages: [page], ...query, at: actor.at }
    })
    return fileReply(bytes, 'scanner-practice', query.format)
  },
}
