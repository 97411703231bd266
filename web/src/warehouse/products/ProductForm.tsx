import { products } from '@stowage/contract/warehouse/products'
import type { z } from 'zod'
import { bind } from '../../parts/FormPanel.tsx'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { CategoryField } from './CategoryField.tsx'
import { productEdit, productTyped } from './form-values.ts'
import { Keeping, shelfLifeLabels } from './Keeping.tsx'

export const productLabels = {
  name: 'Name',
  brand: 'Brand',
  categoryId: 'Category',
  tags: 'Tags',
  description: 'Description',
  ...shelfLifeLabels,
}

const Fields = ({ form, text, area }: FieldsOf<z.input<typeof productEdit>>) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      {text('name')}
      {text('brand')}
      <CategoryField
        {...bind(form, 'categoryId')}
        onMade={(id) => form.setValue('categoryId', id, { shouldDirty: true })}
      />
      {text('tags', { placeholder: 'gift, fragile' })}
    </div>
    {area('description')}
    <Keeping field={(name) => bind(form, name)} />
  </>
)

/** Shows and edits the fields of a product as a whole. */
export const ProductForm = recordForm({
  name: 'product',
  schema: productEdit,
  labels: productLabels,
  update: { route: products.update, read: products.details, typedOf: productTyped },
  draft: 'product',
  fields: Fields,
})
