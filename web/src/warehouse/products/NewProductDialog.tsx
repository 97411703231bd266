import { products } from '@stowage/contract/warehouse/products'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { z } from 'zod'
import { bind } from '../../parts/FormPanel.tsx'
import { useFormRows } from '../../parts/form-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { CategoryField } from './CategoryField.tsx'
import { emptyVariant, newProductOf, productForm, type ProductFormValues } from './form-values.ts'
import { Keeping, shelfLifeLabels } from './Keeping.tsx'
import { VariantFields } from './VariantFields.tsx'

type Out = z.output<typeof productForm>
type Variant = ProductFormValues['variants'][number]

function Fields({ form, error, text, area }: FieldsOf<ProductFormValues, Out>) {
  const adder = useRef<HTMLButtonElement>(null)
  const variants = useFormRows<ProductFormValues, Out, Variant>(form, 'variants', {
    first: 'sku',
    adder,
  })
  const many = variants.rows.length > 1
  // Only what is kept by lot or serial number has a day on which it expires.
  const canExpire = variants.rows.some(({ tracking }) => tracking !== 'none')
  return (
    <>
      {text('name')}
      <div className="grid gap-4 sm:grid-cols-2">
        {text('brand')}
        <CategoryField
          {...bind(form, 'categoryId')}
          onMade={(id) => form.setValue('categoryId', id, { shouldDirty: true })}
        />
      </div>
      {variants.rows.map((_, at) => (
        <VariantFields
          key={at}
          form={form}
          at={at}
          many={many}
          {...(many && { onRemove: () => variants.remove(at) })}
        />
      ))}
      <Button
        ref={adder}
        className="justify-self-start"
        onClick={() => variants.append(emptyVariant)}
      >
        Add variant
      </Button>
      {canExpire && (
        // What is hidden again is not sent.
        <Keeping field={(name) => bind(form, name, { shouldUnregister: true })} />
      )}
      <details>
        <summary className="link w-fit text-sm">Description</summary>
        <div className="mt-3">{area('description')}</div>
      </details>
      {error?.code === 'duplicate_key' && (
        <p className="text-sm text-muted">
          A SKU or barcode above is already used by another product.
        </p>
      )}
    </>
  )
}

const NewProduct = recordForm({
  name: 'product',
  schema: productForm,
  labels: {
    name: 'Name',
    brand: 'Brand',
    categoryId: 'Category',
    variants: 'Variants',
    description: 'Description',
    ...shelfLifeLabels,
  },
  create: {
    route: products.create,
    verb: 'Create',
    title: 'Add product',
    initial: { name: '', brand: '', description: '', categoryId: '', variants: [emptyVariant] },
    body: newProductOf,
    done: ({ product }) => `${product.variants[0]?.sku ?? ''} was added`,
  },
  draft: 'product',
  size: { wide: true },
  fields: Fields,
})

/** A product with its variants, made in one go. */
export default function NewProductDialog() {
  const slug = useSlug()
  const to = usePaths()
  const router = useRouter()
  return (
    <NewProduct
      onClose={() =>
        void router.navigate({
          to: '/$platform/app/catalog',
          params: { platform: slug },
          search: true,
          resetScroll: false,
        })
      }
      onDone={({ product }) =>
        void router.navigate({ href: to.product(product.variants[0]?.sku ?? ''), replace: true })
      }
    />
  )
}
