import { type Product, products } from '@stowage/contract/warehouse/products'
import type { z } from 'zod'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { emptyVariant, newProductOf, productForm, type ProductFormValues } from './form-values.ts'
import { productLabels } from './ProductForm.tsx'
import { VariantFields } from './VariantFields.tsx'

const Fields = ({ form }: FieldsOf<ProductFormValues, z.output<typeof productForm>>) => (
  <VariantFields form={form} at={0} many />
)

/** One more variant of a product, in the form of a whole product, of which only the variant is shown. */
export const AddVariantDialog = recordForm({
  name: 'variant',
  schema: productForm,
  labels: { ...productLabels, variants: 'Variants' },
  create: {
    route: products.addVariant,
    verb: 'Create',
    title: ({ name }: Product) => `Add variant to ${name}`,
    initial: ({ name }) => ({
      name,
      brand: '',
      description: '',
      categoryId: '',
      variants: [emptyVariant],
    }),
    body: (values) => {
      const [variant] = newProductOf(values).variants
      // The schema refuses a product without any.
      return variant as NonNullable<typeof variant>
    },
  },
  size: { wide: true },
  fields: Fields,
})
