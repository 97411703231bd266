import { products } from '@stowage/contract/warehouse/products'
import { type Variant, variants } from '@stowage/contract/warehouse/variants'
import { useRouter } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { SaveState } from '../../parts/SaveState.tsx'
import { useTenantUser } from '../../app/session.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { variantEdit, variantTyped } from './form-values.ts'
import { policyOptionsOr } from '../settings/pick-policies.ts'
import { Measures, measureLabels } from './Measures.tsx'
import { backorderWords } from './words.ts'
import { decimalOptions, trackingOptions } from './VariantFields.tsx'

const labels = {
  sku: 'SKU',
  name: 'Variant name',
  options: 'Options',
  unit: 'Unit',
  qtyScale: 'Decimals',
  tracking: 'Tracking',
  reorderPoint: 'Reorder point',
  pickPolicy: 'Pick policy',
  backorder: 'Backorders',
  ...measureLabels,
} satisfies Record<keyof z.input<typeof variantEdit>, string>

const backorderOptions = Object.entries(backorderWords).map(([value, label]) => ({ value, label }))
const backorderText = ({ policy, limit }: z.input<typeof variantEdit>['backorder']) =>
  policy === 'limit' ? `${backorderWords.limit}: ${limit}` : backorderWords[policy]

/** What is said about one variant; its page moves with its SKU. */
export function VariantForm({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const to = usePaths()
  const router = useRouter()
  const { why } = useCan()
  const save = useAction(variants.update)
  const form = useFormOf(variantEdit, variantTyped(variant))
  const policy = useWatch({ control: form.control, name: 'backorder.policy' })
  const versioned = useVersioned({
    form,
    save,
    labels,
    kept: variant,
    typedOf: variantTyped,
    textOf: (key, values) =>
      key === 'backorder' ? backorderText(values.backorder) : String(values[key]),
    read: products.details,
  })

  const submit = (values: z.output<typeof variantEdit>) =>
    save.mutate(
      {
        params: { slug, variantId: variant.id },
        body: { ...changesOf(values, variant), version: versioned.version() },
      },
      {
        onSuccess: (reply) => {
          versioned.takeOver(reply.variant)
          if (reply.variant.sku !== variant.sku)
            void router.navigate({ href: to.product(reply.variant.sku, 'details'), replace: true })
        },
      },
    )
  return (
    <FormPanel
      form={form}
      submit="Save variant"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the variant"
      why={why(variants.update)}
      draft={{ name: `variant.${variant.id}`, account: useTenantUser()?.id ?? '' }}
      onSubmit={submit}
      beside={<SaveState isDirty={versioned.isDirty} isSaved={save.isSuccess} />}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={labels.sku} spellCheck={false} data-scan="fill" {...bind(form, 'sku')} />
        <TextField label={labels.name} {...bind(form, 'name')} />
        <TextField
          label={labels.options}
          placeholder="colour: blue, size: L"
          {...bind(form, 'options')}
        />
        <TextField label={labels.unit} {...bind(form, 'unit')} />
        <Select
          label={labels.qtyScale}
          hint="Can’t be changed once there has been stock."
          options={decimalOptions}
          {...bind(form, 'qtyScale')}
        />
        <Select
          label={labels.tracking}
          hint="Can’t be changed once there has been stock."
          options={trackingOptions}
          {...bind(form, 'tracking')}
        />
        <TextField
          label={labels.reorderPoint}
          inputMode="decimal"
          hint={`Stock below this many ${variant.unit} is marked Low.`}
          {...bind(form, 'reorderPoint')}
        />
        <Select
          label={labels.pickPolicy}
          options={policyOptionsOr('As released')}
          {...bind(form, 'pickPolicy')}
        />
        <Select
          label={labels.backorder}
          hint="Whether orders can wait for stock."
          options={backorderOptions}
          {...bind(form, 'backorder.policy')}
        />
        {policy === 'limit' && (
          <TextField
            label="Backorder limit"
            inputMode="decimal"
            hint={`At most this many ${variant.unit} can wait for stock.`}
            {...bind(form, 'backorder.limit')}
          />
        )}
      </div>
      <Measures field={(name) => bind(form, name)} />
      {versioned.conflict(submit)}
    </FormPanel>
  )
}

/** Decimals and tracking are refused once there was stock, even unchanged ones are not sent. */
function changesOf(values: z.output<typeof variantEdit>, variant: Variant) {
  const { qtyScale, tracking, backorder, ...rest } = values
  const { policy, limit } = variant.backorder
  const isOtherRule = backorder.policy !== policy || backorder.limit !== limit
  return {
    ...rest,
    ...(isOtherRule && { backorder }),
    ...(qtyScale !== variant.qtyScale && { qtyScale }),
    ...(tracking !== variant.tracking && { tracking }),
  }
}
