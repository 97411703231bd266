import { places, type Warehouse, type Zone } from '@stowage/contract/warehouse/places'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.ts'
import { VersionConflict } from '../../parts/VersionConflict.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { zoneEdit, zoneForm, zoneTyped } from './form-values.ts'
import { ArchiveZone } from './ArchivePlace.tsx'
import { placeReads } from './queries.ts'
import { optionsOf, zoneKindWords } from './words.ts'

const kinds = optionsOf(zoneKindWords)
const sequenceHint = 'Position in the pick path'

type NewProps = { warehouse: Warehouse; onClose: () => void }

export function NewZoneDialog({ warehouse, onClose }: NewProps) {
  const slug = useSlug()
  const create = useAction(places.createZone, { refresh: placeReads })
  const form = useFormOf(zoneForm, { code: '', name: '', kind: 'pick', pickSequence: '0' })
  return (
    <Dialog title={`Add zone to ${warehouse.code}`} onClose={onClose}>
      <FormPanel
        form={form}
        submit="Create zone"
        submitting="Creating…"
        saving={create.isPending}
        error={create.error}
        fallback="Couldn’t create the zone"
        beside={<Button onClick={onClose}>Cancel</Button>}
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
    </Dialog>
  )
}

export function EditZoneDialog({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const slug = useSlug()
  const save = useAction(places.updateZone, { refresh: placeReads })
  const form = useFormOf(zoneEdit, zoneTyped(zone))
  const versioned = useVersioned({
    form,
    save,
    kept: zone,
    typedOf: zoneTyped,
    read: places.zones,
    labels: { name: 'Name', kind: 'Purpose', pickSequence: 'Sequence' },
  })
  const submit = (values: z.output<typeof zoneEdit>) =>
    save.mutate(
      { params: { slug, zoneId: zone.id }, body: { ...values, version: versioned.version() } },
      { onSuccess: onClose },
    )
  const conflict = versioned.conflict(submit)
  return (
    <Dialog title={`Zone ${zone.code}`} onClose={onClose}>
      <FormPanel
        form={form}
        submit="Save zone"
        submitting="Saving…"
        saving={save.isPending}
        error={save.error}
        fallback="Couldn’t save the zone"
        beside={<Button onClick={onClose}>Cancel</Button>}
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
        {conflict && <VersionConflict {...conflict} />}
      </FormPanel>
      <ArchiveZone zone={zone} onDone={onClose} />
    </Dialog>
  )
}
