import type { Zone } from '@stowage/contract/warehouse/zones'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { bind } from '../../parts/FormPanel.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { locationEdit } from './form-values.ts'
import { floorLabels, limitHints, limitLabels } from './form-words.ts'
import { kindWords, optionsOf } from './words.ts'

type Values = z.input<typeof locationEdit>
type Form = UseFormReturn<Values, unknown, z.output<typeof locationEdit>>

/** What is said about a location besides its code. */
export function LocationFields({ form, zones }: { form: Form; zones: readonly Zone[] }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Zone"
          options={[
            { value: '', label: 'None' },
            ...zones.map(({ id, code, name }) => ({
              value: id,
              label: name === '' ? code : `${code} · ${name}`,
            })),
          ]}
          {...bind(form, 'zoneId')}
        />
        <Select label="Type" options={optionsOf(kindWords)} {...bind(form, 'kind')} />
        <TextField
          label="Barcode"
          spellCheck={false}
          autoComplete="off"
          hint="If it differs from the code"
          data-scan="fill"
          {...bind(form, 'barcode')}
        />
        <TextField
          label="Sequence"
          inputMode="numeric"
          hint="Position in the pick path"
          {...bind(form, 'pickSequence')}
        />
        {(['xMm', 'yMm'] as const).map((name) => (
          <TextField
            key={name}
            label={floorLabels[name]}
            inputMode="numeric"
            hint="Coordinates in the warehouse"
            {...bind(form, name)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Checkbox {...form.register('pickable')}>Stock can be picked here</Checkbox>
        <Checkbox {...form.register('receivable')}>Stock can be received here</Checkbox>
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-sm font-semibold">Capacity</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['maxUnits', 'maxWeightG'] as const).map((name) => (
            <TextField
              key={name}
              label={limitLabels[name]}
              inputMode="numeric"
              hint={limitHints[name]}
              {...bind(form, name)}
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {(['mixedSkus', 'mixedLots'] as const).map((name) => (
            <Checkbox key={name} {...form.register(name)}>
              {limitLabels[name]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </>
  )
}
