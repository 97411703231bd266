import { type Product, products } from '@stowage/contract/warehouse/products'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { SaveState } from '../../parts/SaveState.tsx'
import { useTenantUser } from '../../app/session.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { CategoryField } from './CategoryField.tsx'
import { productEdit, productTyped } from './form-values.ts'
import { Keeping, keepingLabels } from './Keeping.tsx'

const labels = {
  name: 'Name',
  brand: 'Brand',
  categoryId: 'Category',
  tags: 'Tags',
  description: 'Description',
  ...keepingLabels,
} satisfies Record<keyof z.input<typeof productEdit>, string>

/** What is said about a product as a whole. */
export function ProductForm({ product }: { product: Product }) {
  const slug = useSlug()
  const { why } = useCan()
  const save = useAction(products.update)
  const form = useFormOf(productEdit, productTyped(product))
  const versioned = useVersioned({
    form,
    save,
    labels,
    kept: product,
    typedOf: productTyped,
    read: products.details,
  })

  const submit = (values: z.output<typeof productEdit>) =>
    save.mutate(
      {
        params: { slug, productId: product.id },
        body: { ...values, version: versioned.version() },
      },
      {
        onSuccess: (reply) => versioned.takeOver(reply.product),
      },
    )
  return (
    <FormPanel
      form={form}
      submit="Save product"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the product"
      why={why(products.update)}
      draft={{ name: `product.${product.id}`, account: useTenantUser()?.id ?? '' }}
      onSubmit={submit}
      beside={<SaveState isDirty={versioned.isDirty} isSaved={save.isSuccess} />}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={labels.name} autoComplete="off" {...bind(form, 'name')} />
        <TextField label={labels.brand} autoComplete="off" {...bind(form, 'brand')} />
        <CategoryField
          {...bind(form, 'categoryId')}
          onMade={(id) => form.setValue('categoryId', id, { shouldDirty: true })}
        />
        <TextField label={labels.tags} placeholder="gift, fragile" {...bind(form, 'tags')} />
      </div>
      <TextArea label={labels.description} {...bind(form, 'description')} />
      <Keeping field={(name) => bind(form, name)} />
      {versioned.conflict(submit)}
    </FormPanel>
  )
}
