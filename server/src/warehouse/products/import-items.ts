import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { changesOf, recordChanges, describeChange } from '../../workspace/records/commands.ts'
import { describedCategory } from '../categories/queries.ts'
import { canonical, inOrder } from './import-cells.ts'
import { describedProduct } from './queries.ts'
import type { ImportedItem, ItemWrite, KnownItem, WrittenBeside } from './variant-import-queries.ts'
import { describedVariant } from './variant-queries.ts'

/* An item as a file has it, and the event of one that a file wrote. */

export type Change = Partial<ImportedItem>

export const blank: ImportedItem = {
  name: '',
  description: '',
  brand: '',
  category: null,
  tags: [],
  variant: '',
  options: {},
  shelfLifeDays: null,
  minRemainingDaysReceive: null,
  minRemainingDaysShip: null,
  unit: 'each',
  decimals: 0,
  tracking: 'none',
  reorderPoint: null,
  weightG: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  sellPrice: null,
  purchasePrice: null,
  state: 'active',
}
export const productFields = [
  'name',
  'description',
  'brand',
  'category',
  'tags',
  'shelfLifeDays',
  'minRemainingDaysReceive',
  'minRemainingDaysShip',
] as const
export type ProductFields = Pick<ImportedItem, (typeof productFields)[number]>
export const ofProduct = (change: Change): Change =>
  Object.fromEntries(
    productFields.filter((field) => field in change).map((field) => [field, change[field]]),
  )
export const productOf = (of: ProductFields) => ofProduct(of) as ProductFields

/** The item as it is, without what a file cannot say. */
export function itemOf({
  variantId: _,
  productId: _1,
  sku: _2,
  ...known
}: KnownItem): ImportedItem {
  const { hasBarcode: _3, packs: _4, isFrozen: _5, version: _6, ...item } = known
  const { sellPrice, purchasePrice } = item
  return {
    ...item,
    options: inOrder(item.options),
    sellPrice: sellPrice && canonical(sellPrice),
    purchasePrice: purchasePrice && canonical(purchasePrice),
  }
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the fields in which two items differ, with the values of each. */
export function difference(from: ImportedItem, to: ImportedItem) {
  const fields = (Object.keys(blank) as (keyof ImportedItem)[]).filter(
    (field) => !same(from[field], to[field]),
  )
  const pick = (item: ImportedItem): Change =>
    Object.fromEntries(fields.map((field) => [field, item[field]]))
  return { fields, from: pick(from), to: pick(to) }
}

/**
 * Change of an item by a file: the fields that differ now, and a barcode added to or removed from an existing
 * item.
 */
export type ItemChange = Omit<ItemWrite, 'barcode' | 'writes'> & {
  changed: readonly string[]
  barcode: { change: 'barcode_added' | 'barcode_removed'; code: string } | undefined
}

/** Fields that have another name outside of files. */
const namesOutside: Readonly<Record<string, string>> = {
  variant: 'name',
  decimals: 'qtyScale',
  category: 'categoryId',
}
const named = (fields: Iterable<string>) =>
  Array.from(fields, (field) => namesOutside[field] ?? field)
const isOfProduct = (field: string) => (productFields as readonly string[]).includes(field)

/** Writes the events of items that a file wrote, and of what was written beside them. The file is in the log itself. */
export async function recordItemChanges(
  tx: Tx,
  actor: WorkspaceMember,
  items: readonly ItemChange[],
  { categories, productVersions, followed }: WrittenBeside,
): Promise<void> {
  const created = { change: 'created' } as const
  const newProducts = items.filter(({ isNewProduct }) => isNewProduct)
  const rowsOf = Map.groupBy(items, ({ productId }) => productId)
  const products = [...productVersions].map(([id, version]) => {
    const rows = rowsOf.get(id) ?? []
    const changed = named(new Set(rows.flatMap((row) => row.changed.filter(isOfProduct))))
    return { id, version, name: rows.at(-1)?.item.name ?? '', changed }
  })
  await recordChanges(
    tx,
    actor,
    [
      ...categories.map((one) =>
        describeChange(describedCategory, actor, { ...one, version: 1 }, created),
      ),
      ...newProducts.map(({ productId: id, item: { name } }) =>
        describeChange(describedProduct, actor, { id, name, version: 1 }, created),
      ),
      ...products
        .filter(({ changed }) => changed.length > 0)
        .map(({ changed, ...product }) =>
          describeChange(describedProduct, actor, product, {
            change: 'updated',
            payload: { changed },
          }),
        ),
      ...items.flatMap((item) => describeVariantChange(actor, item)),
      ...followed.map((product) => {
        const change = product.state === 'archived' ? 'archived' : 'restored'
        return describeChange(describedProduct, actor, product, { change })
      }),
    ],
    [],
  )
}

function describeVariantChange(
  actor: WorkspaceMember,
  { variantId, productId, sku, version, item, isNew, changed, barcode }: ItemChange,
) {
  const fields = named(changed.filter((field) => !isOfProduct(field)))
  const row = { id: variantId, productId, sku, version: changed.length > 0 ? version + 1 : version }
  if (isNew)
    return [describeChange(describedVariant, actor, { ...row, version: 1 }, { change: 'created' })]
  return [
    ...(fields.length > 0 ? changesOf(fields, item.state) : []),
    ...(barcode ? [{ change: barcode.change, payload: { barcode: barcode.code } } as const] : []),
  ].map((change) => describeChange(describedVariant, actor, row, change))
}
