import {
  isCurrency,
  noCurrency,
  settings,
  type WarehouseSettings as Rules,
} from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { load, useAction } from '../../api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useTenantUser } from '../../session.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'

const methods = [
  { value: 'avco', label: 'Average cost: each piece is worth what was paid in the mean' },
  { value: 'fifo', label: 'First in, first out: the oldest leave first, at what they cost' },
]
const scopes = [
  { value: 'warehouse', label: 'In each warehouse by itself' },
  { value: 'platform', label: 'In all warehouses together' },
]

const form = z.object({
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Write the currency as three letters, such as EUR')
    .refine(isCurrency, noCurrency),
  adjustApprovalAbove: z
    .string()
    .trim()
    .transform((text) => text.replace(',', '.'))
    .refine(
      (text) => text === '' || /^\d{1,12}(\.\d{1,6})?$/.test(text),
      'Write the amount as a number, such as 250',
    ),
  separateDuties: z.boolean(),
  costingMethod: z.enum(['avco', 'fifo']),
  costingScope: z.enum(['warehouse', 'platform']),
})

/** How the workspace keeps its stock: its currency, and who may correct how much alone. */
export function WarehouseSettings({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(load(settings.warehouse, { params: { slug } }))
  if (error)
    return (
      <ErrorBox
        error={error}
        fallback="Failed to load the settings"
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Spinner />
  return <RulesForm slug={slug} rules={data.settings} />
}

const valuesOf = ({ adjustApprovalAbove, ...rules }: Rules) => ({
  ...{ currency: rules.currency, separateDuties: rules.separateDuties },
  ...{ costingMethod: rules.costingMethod, costingScope: rules.costingScope },
  adjustApprovalAbove: adjustApprovalAbove ?? '',
})

function RulesForm({ slug, rules }: { slug: string; rules: Rules }) {
  const { why } = useCan()
  const account = useTenantUser()?.id ?? ''
  // Of what stands in the fields, not of what somebody else has saved since.
  const [version, setVersion] = useState(rules.version)
  const fields = useFormOf(form, valuesOf(rules))
  const update = useAction(settings.updateWarehouse, { refresh: [settings.warehouse] })
  const whyNot = why('platform.settings.update')
  return (
    <section aria-labelledby="warehouse-rules" className="card grid max-w-[720px] gap-5 p-6">
      <h2 id="warehouse-rules">How stock is kept</h2>
      {whyNot !== undefined && (
        <Notice kind="info">
          <p>{`You can look at these settings, not change them. ${whyNot}`}</p>
        </Notice>
      )}
      <FormPanel
        form={fields}
        submit="Save the settings"
        submitting="Saving…"
        saving={update.isPending}
        error={update.error}
        fallback="Failed to save the settings"
        why={whyNot}
        draft={{ name: `warehouse-settings.${slug}`, account }}
        onSubmit={({ adjustApprovalAbove, ...values }) =>
          update.mutate(
            {
              params: { slug },
              body: {
                ...values,
                adjustApprovalAbove: adjustApprovalAbove === '' ? null : adjustApprovalAbove,
                version,
              },
            },
            {
              onSuccess: ({ settings: saved }) => {
                setVersion(saved.version)
                fields.reset(valuesOf(saved))
              },
            },
          )
        }
      >
        <TextField
          label="Currency"
          hint="Three letters. Costs and limits are in it. It can change only until the first goods are received."
          maxLength={3}
          autoCapitalize="characters"
          spellCheck={false}
          readOnly={whyNot !== undefined}
          {...bind(fields, 'currency')}
        />
        <TextField
          label="Approval above"
          inputMode="decimal"
          autoComplete="off"
          hint={`In ${rules.currency}. Corrections worth more wait until somebody approves them. Empty: none wait.`}
          readOnly={whyNot !== undefined}
          {...bind(fields, 'adjustApprovalAbove')}
        />
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-5 accent-accent"
            disabled={whyNot !== undefined}
            {...fields.register('separateDuties')}
          />
          <span>
            <span className="font-medium">Separate duties</span>
            <span className="block text-muted">
              Whoever made a correction above the limit cannot approve it.
            </span>
          </span>
        </label>
        <Select
          label="Goods are valued by"
          options={methods}
          disabled={whyNot !== undefined}
          {...bind(fields, 'costingMethod')}
        />
        <Select
          label="Goods are valued"
          options={scopes}
          disabled={whyNot !== undefined}
          hint="Both can change only until the first goods are received."
          {...bind(fields, 'costingScope')}
        />
        {update.isSuccess && !fields.formState.isDirty && (
          <Notice kind="ok" live>
            <p>The settings are saved.</p>
          </Notice>
        )}
      </FormPanel>
    </section>
  )
}
