import { catalog, type Product } from '@stowage/contract/warehouse/catalog'
import { useRouter } from '@tanstack/react-router'
import { useAction } from '../../app/api.ts'
import { FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { emptyVariant, newProductOf, productForm } from './form-values.ts'
import { catalogReads } from './queries.ts'
import { VariantFields } from './VariantFields.tsx'

/** One more variant of a product. */
export function AddVariantDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const slug = useSlug()
  const to = usePaths()
  const router = useRouter()
  const add = useAction(catalog.addVariant, { refresh: catalogReads })
  // The form of a whole product, of which only the variant is shown.
  const form = useFormOf(productForm, {
    name: product.name,
    brand: '',
    description: '',
    categoryId: '',
    variants: [emptyVariant],
  })
  return (
    <Dialog title={`Add variant to ${product.name}`} wide onClose={onClose}>
      <FormPanel
        form={form}
        submit="Create variant"
        submitting="Creating…"
        saving={add.isPending}
        error={add.error}
        fallback="Couldn’t create the variant"
        beside={<Button onClick={onClose}>Cancel</Button>}
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
    </Dialog>
  )
}
