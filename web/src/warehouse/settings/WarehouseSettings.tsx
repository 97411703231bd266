import { settings, type WarehouseSettings as Rules } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { load, useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { useTenantUser } from '../../app/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { policyOptions } from './pick-policies.ts'

const methods = [
  { value: 'avco', label: 'Weighted average cost' },
  { value: 'fifo', label: 'First in, first out (FIFO)' },
]
const scopes = [
  { value: 'warehouse', label: 'Per warehouse' },
  { value: 'platform', label: 'Across all warehouses' },
]

const backorders = [
  { value: 'deny', label: 'Refuse the order' },
  { value: 'allow', label: 'Let the order wait' },
]
const packScans = [
  { value: 'required', label: 'Scan each item' },
  { value: 'optional', label: 'Scan or enter a quantity' },
]

const { body } = settings.updateWarehouse
const { currency, adjustApprovalAbove } = body.shape

const form = body
  .omit({ version: true })
  .required()
  .extend({
    currency: z.string().trim().toUpperCase().pipe(currency.unwrap()),
    adjustApprovalAbove: z
      .string()
      .trim()
      .transform((text) => text.replace(',', '.') || null)
      .pipe(adjustApprovalAbove.unwrap()),
  })

/** Settings of the currency, and of the adjustments that need no approval. */
export function WarehouseSettings({ slug }: { slug: string }) {
  const found = useQuery(load(settings.warehouse, { params: { slug } }))
  const { data, error } = found
  if (error || !data) return <Reading of={found} fallback="Couldn’t load the settings" />
  return <RulesForm slug={slug} rules={data.settings} />
}

const valuesOf = ({ demo: _demo, version: _version, ...rules }: Rules) => ({
  ...rules,
  adjustApprovalAbove: rules.adjustApprovalAbove ?? '',
})

function RulesForm({ slug, rules }: { slug: string; rules: Rules }) {
  const { why } = useCan()
  const account = useTenantUser()?.id ?? ''
  // Of what stands in the fields, not of what somebody else has saved since.
  const [version, setVersion] = useState(rules.version)
  const fields = useFormOf(form, valuesOf(rules))
  const update = useAction(settings.updateWarehouse)
  const whyNot = why(settings.updateWarehouse)
  return (
    <section aria-labelledby="warehouse-rules" className="card grid max-w-[720px] gap-5 p-6">
      <h2 id="warehouse-rules">Stock rules</h2>
      {whyNot !== undefined && (
        <Notice kind="info">
          <p>{`You can view these settings but not change them. ${whyNot}`}</p>
        </Notice>
      )}
      <FormPanel
        form={fields}
        submit="Save settings"
        submitting="Saving…"
        saving={update.isPending}
        error={update.error}
        fallback="Couldn’t save the settings"
        why={whyNot}
        draft={{ name: `warehouse-settings.${slug}`, account }}
        onSubmit={(values) =>
          update.mutate(
            { params: { slug }, body: { ...values, version } },
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
          hint="Three-letter code. Can’t be changed after the first receipt."
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
          hint={`In ${rules.currency}. Adjustments above this value need approval. Leave empty for no approval.`}
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
            <span className="font-medium">Separation of duties</span>
            <span className="block text-muted">Members can’t approve their own adjustments.</span>
          </span>
        </label>
        <Select
          label="Valuation method"
          options={methods}
          disabled={whyNot !== undefined}
          {...bind(fields, 'costingMethod')}
        />
        <Select
          label="Valuation scope"
          options={scopes}
          disabled={whyNot !== undefined}
          hint="Can’t be changed after the first receipt."
          {...bind(fields, 'costingScope')}
        />
        <Select
          label="Pick policy"
          options={policyOptions}
          disabled={whyNot !== undefined}
          hint="Used unless a warehouse or a product has its own."
          {...bind(fields, 'pickPolicy')}
        />
        <Select
          label="Backorders"
          options={backorders}
          disabled={whyNot !== undefined}
          hint="If an item is out of stock. Used unless a product has its own rule."
          {...bind(fields, 'backorders')}
        />
        <Select
          label="Packing"
          options={packScans}
          disabled={whyNot !== undefined}
          {...bind(fields, 'packScan')}
        />
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-5 accent-accent"
            disabled={whyNot !== undefined}
            {...fields.register('shortPickHolds')}
          />
          <span>
            <span className="font-medium">Hold stock after a short pick</span>
            <span className="block text-muted">
              What the location should still have goes on hold until it is counted.
            </span>
          </span>
        </label>
        {update.isSuccess && !fields.formState.isDirty && (
          <Notice kind="ok" live>
            <p>Settings saved</p>
          </Notice>
        )}
      </FormPanel>
    </section>
  )
}
