import { products, type Product } from '@stowage/contract/warehouse/products'
import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { AddVariantDialog } from './AddVariantDialog.tsx'
import { Barcodes } from './Barcodes.tsx'
import { KitEditor } from './KitEditor.tsx'
import { Packs } from './Packs.tsx'
import { ProductForm } from './ProductForm.tsx'
import { ArchiveActions } from './ArchiveActions.tsx'
import { VariantForm } from './VariantForm.tsx'

/** Shows and edits the details of an item and its product. */
export function DetailsTab({ product, variant }: { product: Product; variant: Variant }) {
  const { why } = useCan()
  const to = usePaths()
  const router = useRouter()
  const [adding, setAdding] = useState(false)
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <section aria-labelledby="product" className="card grid gap-4 p-5">
        <h2 id="product">Product</h2>
        <ProductForm record={product} />
      </section>
      <section aria-labelledby="variant" className="card grid gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="variant">{`Variant ${variant.sku}`}</h2>
          <Button why={why(products.addVariant)} onClick={() => setAdding(true)}>
            Add variant
          </Button>
        </div>
        <VariantForm
          record={variant}
          onDone={({ variant: { sku } }) => {
            // The page moves with its SKU.
            if (sku !== variant.sku)
              void router.navigate({ href: to.product(sku, 'details'), replace: true })
          }}
        />
      </section>
      {product.kind === 'virtual_kit' && <KitEditor variant={variant} />}
      <Barcodes variant={variant} />
      <Packs variant={variant} />
      <ArchiveActions product={product} variant={variant} />
      {adding && (
        <AddVariantDialog
          from={product}
          onClose={() => setAdding(false)}
          onDone={({ variant: { sku } }) => {
            setAdding(false)
            void router.navigate({ href: to.product(sku, 'details') })
          }}
        />
      )}
    </div>
  )
}
