import { locations } from '@stowage/contract/warehouse/locations'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { useWorkplace } from '../../workspace/site.ts'
import { locationForm, unlimited, type locationEdit } from './form-values.ts'
import { LocationFields } from './LocationFields.tsx'
import { useZones } from './queries.ts'

type Edit = UseFormReturn<z.input<typeof locationEdit>, unknown, z.output<typeof locationEdit>>

/** One location; many are made by a pattern. */
export function NewLocationDialog({ zone, onClose }: { zone?: string; onClose: () => void }) {
  const slug = useSlug()
  const { id, all = [] } = useWorkplace()
  const zones = useZones().data?.items.filter(({ state }) => state === 'active') ?? []
  const create = useAction(locations.create)
  const form = useFormOf(locationForm, {
    warehouseId: id ?? (all.length === 1 ? all[0]?.id : ''),
    code: '',
    zoneId: zone ?? '',
    barcode: '',
    kind: 'bin',
    pickSequence: '0',
    xMm: '',
    yMm: '',
    pickable: true,
    receivable: true,
    ...unlimited,
  })
  const warehouseId = useWatch({ control: form.control, name: 'warehouseId' })
  return (
    <FormPanel
      dialog={{ title: 'Add location', onClose }}
      form={form}
      submit="Create location"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the location"
      onSubmit={(body) =>
        create.mutate(
          { params: { slug }, body },
          {
            onSuccess: ({ location }) => {
              toast(`${location.code} was added`)
              onClose()
            },
          },
        )
      }
    >
      {all.length > 1 && (
        <Select
          label="Warehouse"
          options={[
            { value: '', label: 'Choose…' },
            ...all.map(({ id: value, code }) => ({ value, label: code })),
          ]}
          {...bind(form, 'warehouseId')}
        />
      )}
      <TextField
        label="Code"
        placeholder="A-01-02"
        data-scan="fill"
        autoComplete="off"
        spellCheck={false}
        {...bind(form, 'code')}
      />
      <LocationFields
        form={form as unknown as Edit}
        zones={zones.filter((one) => one.warehouseId === warehouseId)}
      />
    </FormPanel>
  )
}
