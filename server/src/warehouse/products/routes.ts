import type { products } from '@stowage/contract/warehouse/products'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { notFound } from '../../errors.ts'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { addVariant } from './change-variants.ts'
import { ownerOf } from './variant-queries.ts'
import { priceAccessOf } from './reply.ts'
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
import { findProduct } from './queries.ts'

export const productHandlers: Handlers<typeof products> = {
  list: (call, { query }) =>
    pageOrFile(call, query, 'product-list', productColumns, (db, page) =>
      listProducts(db, call.actor.platform.id, query, page),
    ),

  async create(call, { body }) {
    await call.requireRights(priceRightsFor(body.variants))
    return namingDuplicates(call, ownerOf(call.actor.platform.id, body.variants), () =>
      call.write(async (tx) => ({ product: await createProduct(tx, call.actor, body) })),
    )
  },

  details: ({ read, actor }, { params }) =>
    read(async (db) => {
      const found = await findProduct(db, actor.platform.id, params.productId, priceAccessOf(actor))
      return { product: found ?? notFound() }
    }),

  update: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ product: await changeProduct(tx, actor, params.productId, body) })),

  archive: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      product: await setProductState(tx, actor, params.productId, body.version, 'archived'),
    })),

  restore: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      product: await setProductState(tx, actor, params.productId, body.version, 'active'),
    })),

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
