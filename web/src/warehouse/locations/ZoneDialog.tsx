import type { Warehouse } from '@stowage/contract/warehouse/warehouses'
import { type Zone, zones } from '@stowage/contract/warehouse/zones'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { zoneEdit, zoneForm, zoneTyped } from './form-values.ts'
import { ArchiveZone } from './ArchivePlace.tsx'
import { optionsOf, zoneKindWords } from './words.ts'

const kinds = optionsOf(zoneKindWords)
const sequenceHint = 'Position in the pick path'

type NewProps = { warehouse: Warehouse; onClose: () => void }

export function NewZoneDialog({ warehouse, onClose }: NewProps) {
  const slug = useSlug()
  const create = useAction(zones.create)
  const form = useFormOf(zoneForm, { code: '', name: '', kind: 'pick', pickSequence: '0' })
  return (
    <FormPanel
      dialog={{ title: `Add zone to ${warehouse.code}`, onClose }}
      form={form}
      submit="Create zone"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the zone"
      onSubmit={(values) =>
        create.mutate(
          { params: { slug }, body: { ...values, warehouseId: warehouse.id } },
          {
            onSuccess: ({ zone }) => {
              toast(`Zone ${zone.code} was added`)
              onClose()
            },
          },
        )
      }
    >
      <TextField
        label="Code"
        placeholder="A"
        autoComplete="off"
        data-scan="fill"
        {...bind(form, 'code')}
      />
      <TextField label="Name" autoComplete="off" {...bind(form, 'name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Purpose" options={kinds} {...bind(form, 'kind')} />
        <TextField
          label="Sequence"
          inputMode="numeric"
          hint={sequenceHint}
          {...bind(form, 'pickSequence')}
        />
      </div>
    </FormPanel>
  )
}

export function EditZoneDialog({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const slug = useSlug()
  const save = useAction(zones.update)
  const form = useFormOf(zoneEdit, zoneTyped(zone))
  const versioned = useVersioned({
    form,
    save,
    kept: zone,
    typedOf: zoneTyped,
    read: zones.list,
    labels: { name: 'Name', kind: 'Purpose', pickSequence: 'Sequence' },
  })
  const submit = (values: z.output<typeof zoneEdit>) =>
    save.mutate(
      { params: { slug, zoneId: zone.id }, body: { ...values, version: versioned.version() } },
      { onSuccess: onClose },
    )
  return (
    <FormPanel
      dialog={{
        title: `Zone ${zone.code}`,
        onClose,
        below: <ArchiveZone zone={zone} onDone={onClose} />,
      }}
      form={form}
      submit="Save zone"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the zone"
      onSubmit={submit}
    >
      <TextField label="Name" autoComplete="off" {...bind(form, 'name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Purpose" options={kinds} {...bind(form, 'kind')} />
        <TextField
          label="Sequence"
          inputMode="numeric"
          hint={sequenceHint}
          {...bind(form, 'pickSequence')}
        />
      </div>
      {versioned.conflict(submit)}
    </FormPanel>
  )
}
