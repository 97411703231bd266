import type { products } from '@stowage/contract/warehouse/products'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { recordHandlers } from '../../workspace/records/handlers.ts'
import { addVariant } from './change-variants.ts'
import { ownerOf } from './variant-queries.ts'
import { withVariants } from './reply.ts'
import { priceRightsFor } from './variant-rules.ts'
import {
  createProduct,
  changeProduct,
  setProductState,
  createProducts,
  changeProducts,
} from './commands.ts'
import { productColumns } from './export.ts'
import { listProducts } from './list-queries.ts'
import { productRecord } from './queries.ts'

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
    await call.requireRights(priceRightsFor(body.variants))
    return namingDuplicates(call, ownerOf(call.actor.platform.id, body.variants), () =>
      call.write(async (tx) => {
        const { actor } = call
        return { product: await withVariants(tx, actor, await createProduct(tx, actor, body)) }
      }),
    )
  },

  async addVariant(call, { params, body }) {
    await call.requireRights(priceRightsFor([body]))
    return namingDuplicates(call, ownerOf(call.actor.platform.id, [body]), () =>
      call.write(async (tx) => ({
        variant: await addVariant(tx, call.actor, params.productId, body),
      })),
    )
  },

  async createBatch(call, { body }) {
    const variants = body.items.flatMap((item) => item.variants)
    await call.requireRights(priceRightsFor(variants))
    return call.write((tx) => createProducts(tx, call.actor, body))
  },

  updateBatch: ({ write, actor }, { body }) => write((tx) => changeProducts(tx, actor, body)),
}
