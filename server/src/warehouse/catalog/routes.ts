import { catalog } from '@stowage/contract/warehouse/catalog'
import { catalogBatches } from '@stowage/contract/warehouse/catalog-batches'
import type { Db } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { requireConditionalRights } from '../../http/authorization.ts'
import { listAsCsv, wholeAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import { changeProducts, changeVariants, createProducts, createVariants } from './batches.ts'
import { priceAccessOf } from './checks.ts'
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  setProductState,
} from './commands.ts'
import { categoryColumns, productColumns, variantColumns, withPaths } from './files.ts'
import { listProducts, listVariants } from './list-queries.ts'
import { addBarcode, removeBarcode, setUnits } from './barcodes.ts'
import { findProduct, listCategories } from './product-queries.ts'
import { findOwner, identifiersOf, type Identifiers } from './owner-queries.ts'
import { findVariant, variantOf } from './queries.ts'
import { afterChange } from './rules.ts'
import { listUnits } from './unit-queries.ts'
import { addVariant, changeVariant, setVariantState, setVariantStates } from './variants.ts'

const ownerOf =
  ({ actor: { platform } }: { actor: WorkspaceMember }, identifiers: Identifiers) =>
  (db: Db, constraint: string) =>
    findOwner(db, platform.id, constraint, identifiers)

type Prices = {
  sellPrice?: string | null | undefined
  purchasePrice?: string | null | undefined
}

/** Who may not see prices or costs does not set them either. */
const priceRightsFor = (variants: readonly Prices[]) => ({
  'catalog.price.update': variants.some(({ sellPrice }) => sellPrice != null),
  'catalog.cost.update': variants.some(({ purchasePrice }) => purchasePrice != null),
})

export const catalogHandlers: Handlers<typeof catalog> = {
  variants({ actor, ...call }, { query: { format, ...query } }) {
    const { id } = actor.platform
    const sight = { ...priceAccessOf(actor), warehouses: actor.warehouses }
    if (format === 'csv')
      return listAsCsv(
        call,
        { name: 'products', at: actor.at },
        variantColumns(sight),
        (db, page) => listVariants(db, id, sight, query, page),
      )
    return call.read((db) => listVariants(db, id, sight, query, query))
  },

  variant: ({ read, actor }, { params }) =>
    read(async (db) => {
      const found = await findVariant(db, actor.platform.id, params.variantId)
      return { variant: found ? variantOf(found, priceAccessOf(actor)) : notFound() }
    }),

  products({ actor, ...call }, { query: { format, ...query } }) {
    const { id } = actor.platform
    if (format === 'csv')
      return listAsCsv(call, { name: 'product-list', at: actor.at }, productColumns, (db, page) =>
        listProducts(db, id, query, page),
      )
    return call.read((db) => listProducts(db, id, query, query))
  },

  async createProduct(call, { body }) {
    await requireConditionalRights(call, catalog.createProduct, priceRightsFor(body.variants))
    return namingDuplicates(call, ownerOf(call, identifiersOf(body.variants)), () =>
      call.write(async (tx) => ({ product: await createProduct(tx, call.actor, body) })),
    )
  },

  product: ({ read, actor }, { params }) =>
    read(async (db) => {
      const found = await findProduct(db, actor.platform.id, params.productId, priceAccessOf(actor))
      return { product: found ?? notFound() }
    }),

  updateProduct: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ product: await changeProduct(tx, actor, params.productId, body) })),

  archiveProduct: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      product: await setProductState(tx, actor, params.productId, body.version, 'archived'),
    })),

  restoreProduct: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      product: await setProductState(tx, actor, params.productId, body.version, 'active'),
    })),

  async addVariant(call, { params, body }) {
    await requireConditionalRights(call, catalog.addVariant, priceRightsFor([body]))
    return namingDuplicates(call, ownerOf(call, identifiersOf([body])), () =>
      call.write(async (tx) => ({
        variant: await addVariant(tx, call.actor, params.productId, body),
      })),
    )
  },

  async createVariant(call, { body: { productId, ...variant } }) {
    await requireConditionalRights(call, catalog.createVariant, priceRightsFor([variant]))
    return namingDuplicates(call, ownerOf(call, identifiersOf([variant])), () =>
      call.write(async (tx) => ({ variant: await addVariant(tx, call.actor, productId, variant) })),
    )
  },

  async updateVariant(call, { params, body }) {
    await requireConditionalRights(call, catalog.updateVariant, priceRightsFor([body]))
    return namingDuplicates(call, ownerOf(call, identifiersOf([body])), () =>
      call.write(async (tx) => ({
        variant: await changeVariant(tx, call.actor, params.variantId, body),
      })),
    )
  },

  archiveVariant: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      variant: await setVariantState(tx, actor, params.variantId, body.version, 'archived'),
    })),

  restoreVariant: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      variant: await setVariantState(tx, actor, params.variantId, body.version, 'active'),
    })),

  archiveVariants: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await setVariantStates(tx, actor, body.ids, 'archived') })),

  restoreVariants: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await setVariantStates(tx, actor, body.ids, 'active') })),

  addBarcode: (call, { params, body }) =>
    namingDuplicates(call, ownerOf(call, { barcodes: [body.code] }), () =>
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

  units: ({ read, actor }) => read((db) => listUnits(db, actor.platform.id)),

  async categories({ actor, ...call }, { query: { format } }) {
    const { platform, at } = actor
    const rowsOf = (db: Db) => listCategories(db, platform.id)
    return format === 'csv'
      ? wholeAsCsv(call, { name: 'categories', at }, categoryColumns, async (db) =>
          withPaths(await rowsOf(db)),
        )
      : { items: await call.read(rowsOf) }
  },

  createCategory: (call, { body }) =>
    namingDuplicates(call, ownerOf(call, { category: body }), () =>
      call.write(async (tx) => ({ category: await createCategory(tx, call.actor, body) })),
    ),

  updateCategory: (call, { params, body }) => {
    const { id } = call.actor.platform
    const categoryId = params.categoryId.toLowerCase()
    const findTaken = async (db: Db, constraint: string) => {
      const before = (await listCategories(db, id)).find((one) => one.id === categoryId)
      return before && findOwner(db, id, constraint, { category: afterChange(before, body) })
    }
    return namingDuplicates(call, findTaken, () =>
      call.write(async (tx) => ({
        category: await changeCategory(tx, call.actor, categoryId, body),
      })),
    )
  },
}

export const catalogBatchHandlers: Handlers<typeof catalogBatches> = {
  async createProducts(call, { body }) {
    const variants = body.items.flatMap((item) => item.variants)
    await requireConditionalRights(call, catalogBatches.createProducts, priceRightsFor(variants))
    return call.write((tx) => createProducts(tx, call.actor, body))
  },

  updateProducts: ({ write, actor }, { body }) => write((tx) => changeProducts(tx, actor, body)),

  async createVariants(call, { body }) {
    await requireConditionalRights(call, catalogBatches.createVariants, priceRightsFor(body.items))
    return call.write((tx) => createVariants(tx, call.actor, body))
  },

  async updateVariants(call, { body }) {
    await requireConditionalRights(call, catalogBatches.updateVariants, priceRightsFor(body.items))
    return call.write((tx) => changeVariants(tx, call.actor, body))
  },
}
