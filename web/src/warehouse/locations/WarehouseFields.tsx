import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { timeZones } from '../../app/format.ts'
import { bind } from '../../parts/FormPanel.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { warehouseEdit } from './form-values.ts'
import { addressLabels } from './form-words.ts'
import { policyOptionsOr } from '../settings/pick-policies.ts'

type Values = Omit<z.input<typeof warehouseEdit>, 'defaultLocations'>
type Props<In extends FieldValues & Values, Out> = { form: UseFormReturn<In, unknown, Out> }

const zoneOptions = () => timeZones().map((zone) => ({ value: zone, label: zone }))
const parts = Object.entries(addressLabels) as [keyof Values['address'], string][]

/** What is said about a warehouse besides its code and the places in it. */
export function WarehouseFields<In extends FieldValues & Values, Out>({ form }: Props<In, Out>) {
  const field = (name: Path<Values>) => bind(form, name as Path<In>)
  return (
    <>
      <TextField label="Name" autoComplete="off" {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Time zone"
          hint="Used for dates and daily totals"
          options={zoneOptions()}
          {...field('timezone')}
        />
        <TextField
          label="Rank"
          inputMode="numeric"
          hint="Orders use the lowest rank first."
          {...field('rank')}
        />
      </div>
      <Select
        label="Pick policy"
        hint="Used for releases and waves, unless a product has its own."
        options={policyOptionsOr('Default of the workspace')}
        {...field('pickPolicy')}
      />
      <Checkbox {...form.register('isSellable' as Path<In>)}>
        Its stock can be reserved for orders
      </Checkbox>
      <details open={form.formState.errors['address'] !== undefined || undefined}>
        <summary className="link w-fit text-sm">Address</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {parts.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              autoComplete="off"
              {...(name === 'country' && { hint: 'Two-letter code, such as DE' })}
              {...field(`address.${name}`)}
            />
          ))}
        </div>
      </details>
    </>
  )
}
