import { catalog, type Product } from '@stowage/contract/warehouse/catalog'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useAction } from '../../api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.ts'
import { VersionConflict } from '../../parts/VersionConflict.tsx'
import { useTenantUser } from '../../session.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { CategoryField } from './CategoryField.tsx'
import { productEdit, productTyped } from './form-values.ts'
import { catalogReads } from './queries.ts'

const labels = {
  ...{ name: 'Name', brand: 'Brand', categoryId: 'Category' },
  ...{ tags: 'Tags', description: 'Description' },
} satisfies Record<keyof z.input<typeof productEdit>, string>
const keys = Object.keys(labels) as (keyof typeof labels)[]

/** What is said about a product as a whole. */
export function ProductForm({ product }: { product: Product }) {
  const slug = useSlug()
  const queries = useQueryClient()
  const { why } = useCan()
  const save = useAction(catalog.updateProduct, { refresh: catalogReads })
  const form = useFormOf(productEdit, productTyped(product))
  const typed = useWatch({ control: form.control }) as z.input<typeof productEdit>
  const versioned = useVersioned(form, product, productTyped, save.error)
  const theirs = productTyped(product)

  const submit = (values: z.output<typeof productEdit>) =>
    save.mutate(
      {
        params: { slug, productId: product.id },
        body: { ...values, version: versioned.version() },
      },
      {
        onSuccess: (reply) => versioned.takeOver(reply.product),
        onError: ({ code }) =>
          void (
            code === 'version_conflict' &&
            queries.invalidateQueries({ queryKey: [catalog.product.path] })
          ),
      },
    )
  return (
    <FormPanel
      form={form}
      submit="Save product"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="The product could not be saved"
      why={why('catalog.product.update')}
      draft={{ name: `product.${product.id}`, account: useTenantUser()?.id ?? '' }}
      onSubmit={submit}
      beside={
        <p role="status" className="text-sm text-muted">
          {versioned.isDirty ? 'Unsaved changes' : save.isSuccess && 'Saved'}
        </p>
      }
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
      {versioned.isConflict && (
        <VersionConflict
          rows={keys
            .filter((key) => typed[key] !== theirs[key])
            .map((key) => ({ label: labels[key], mine: typed[key], theirs: theirs[key] }))}
          onKeepMine={() => {
            versioned.keepMine()
            void form.handleSubmit(submit)()
          }}
          onTakeTheirs={() => {
            versioned.takeOver(product)
            save.reset()
          }}
        />
      )}
    </FormPanel>
  )
}
