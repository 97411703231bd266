import { products } from '@stowage/contract/warehouse/products'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useFormRows } from '../../parts/form-rows.ts'
import { useTenantUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { CategoryField } from './CategoryField.tsx'
import { emptyVariant, newProductOf, productForm, type ProductFormValues } from './form-values.ts'
import { Keeping } from './Keeping.tsx'
import { VariantFields } from './VariantFields.tsx'

type Out = z.output<typeof productForm>
type Variant = ProductFormValues['variants'][number]

/** A product with its variants, made in one go. */
export default function NewProductDialog() {
  const slug = useSlug()
  const to = usePaths()
  const router = useRouter()
  const { why } = useCan()
  const create = useAction(products.create)
  const form = useFormOf(productForm, {
    name: '',
    brand: '',
    description: '',
    categoryId: '',
    variants: [emptyVariant],
  })
  const adder = useRef<HTMLButtonElement>(null)
  const variants = useFormRows<ProductFormValues, Out, Variant>(form, 'variants', {
    first: 'sku',
    adder,
  })
  const many = variants.rows.length > 1
  // Only what is kept by lot or serial number has a day on which it expires.
  const canExpire = variants.rows.some(({ tracking }) => tracking !== 'none')
  const close = () =>
    void router.navigate({
      to: '/$platform/app/catalog',
      params: { platform: slug },
      search: true,
      resetScroll: false,
    })

  return (
    <FormPanel
      dialog={{ title: 'Add product', onClose: close, wide: true }}
      form={form}
      submit="Create product"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the product"
      why={why(products.create)}
      draft={{ name: 'product.new', account: useTenantUser()?.id ?? '' }}
      onSubmit={(values) =>
        create.mutate(
          { params: { slug }, body: newProductOf(values) },
          {
            onSuccess: ({ product }) => {
              form.reset()
              const sku = product.variants[0]?.sku ?? ''
              toast(`${sku} was added`)
              void router.navigate({ href: to.product(sku), replace: true })
            },
          },
        )
      }
    >
      <TextField label="Name" autoComplete="off" {...bind(form, 'name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Brand" autoComplete="off" {...bind(form, 'brand')} />
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
        <div className="mt-3">
          <TextArea label="Description" {...bind(form, 'description')} />
        </div>
      </details>
      {create.error?.code === 'duplicate_key' && (
        <p className="text-sm text-muted">
          A SKU or barcode above is already used by another product.
        </p>
      )}
    </FormPanel>
  )
}
