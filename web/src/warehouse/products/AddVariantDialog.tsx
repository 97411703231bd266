import { type Product, products } from '@stowage/contract/warehouse/products'
import { useRouter } from '@tanstack/react-router'
import { useAction } from '../../app/api.ts'
import { FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { emptyVariant, newProductOf, productForm } from './form-values.ts'
import { VariantFields } from './VariantFields.tsx'

/** One more variant of a product. */
export function AddVariantDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const slug = useSlug()
  const to = usePaths()
  const router = useRouter()
  const add = useAction(products.addVariant)
  // The form of a whole product, of which only the variant is shown.
  const form = useFormOf(productForm, {
    name: product.name,
    brand: '',
    description: '',
    categoryId: '',
    variants: [emptyVariant],
  })
  return (
    <FormPanel
      dialog={{ title: `Add variant to ${product.name}`, onClose, wide: true }}
      form={form}
      submit="Create variant"
      submitting="Creating…"
      saving={add.isPending}
      error={add.error}
      fallback="Couldn’t create the variant"
      onSubmit={(values) => {
        const [body] = newProductOf(values).variants
        if (body)
          add.mutate(
            { params: { slug, productId: product.id }, body },
            {
              onSuccess: ({ variant }) => {
                onClose()
                void router.navigate({ href: to.product(variant.sku, 'details') })
              },
            },
          )
      }}
    >
      <VariantFields form={form} at={0} many />
    </FormPanel>
  )
}
