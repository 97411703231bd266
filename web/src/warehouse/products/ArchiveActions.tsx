import { type Product, products } from '@stowage/contract/warehouse/products'
import { type Variant, variants } from '@stowage/contract/warehouse/product-variants'
import { archivingOf } from '../../workspace/steps/record-steps.tsx'
import { Steps } from '../../workspace/steps/Steps.tsx'

const hasOthers = (product: Product) => product.variants.length > 1

const variantSteps = archivingOf<Variant>({ one: 'variant', many: 'variants' }, variants, {
  name: ({ sku }) => sku,
})
const productSteps = archivingOf<Product>({ one: 'product', many: 'products' }, products, {
  name: ({ name }) => name,
  button: (verb, product) =>
    verb === 'Archive' || hasOthers(product)
      ? `${verb} product`
      : `Restore ${product.variants[0]?.sku}`,
})

/** Archives or restores a variant or its whole product, with Undo. */
export function ArchiveActions({ product, variant }: { product: Product; variant: Variant }) {
  const isProductAway = product.state === 'archived'
  const isAway = variant.state === 'archived'
  return (
    <section aria-labelledby="archive" className="card grid gap-4 p-5 xl:col-span-2">
      <h2 id="archive">Archive</h2>
      <p className="text-sm text-muted">
        Archived products can’t be used in new work. Their history stays, and you can restore them.
        Only products without stock and reservations can be archived.
      </p>
      <div className="flex flex-wrap gap-2">
        {!isProductAway && (isAway || hasOthers(product)) && (
          <Steps steps={variantSteps} of={variant} />
        )}
        {(isProductAway || !isAway) && <Steps steps={productSteps} of={product} />}
      </div>
    </section>
  )
}
