import { places, type Warehouse } from '@stowage/contract/warehouse/places'
import { useAction } from '../../api.ts'
import { timeZones } from '../../format.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.ts'
import { VersionConflict } from '../../parts/VersionConflict.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useChooseWarehouse, useSlug } from '../../workspace/warehouses.ts'
import { warehouseEdit, warehouseForm, warehouseTyped } from './form-values.ts'
import { PutWarehouseAway } from './PutPlaceAway.tsx'
import { placeReads } from './queries.ts'

const zoneOptions = () => timeZones().map((zone) => ({ value: zone, label: zone }))

/** Opens a warehouse. Its places to receive, stage and keep bad goods come with it. */
export function NewWarehouseDialog({ onClose }: { onClose: () => void }) {
  const slug = useSlug()
  const choose = useChooseWarehouse()
  const create = useAction(places.createWarehouse, { refresh: placeReads })
  const form = useFormOf(warehouseForm, { code: '', name: '', timezone: 'UTC' })
  return (
    <Dialog title="Add a warehouse" onClose={onClose}>
      <FormPanel
        form={form}
        submit="Create warehouse"
        submitting="Creating…"
        saving={create.isPending}
        error={create.error}
        fallback="The warehouse could not be created"
        beside={<Button onClick={onClose}>Cancel</Button>}
        onSubmit={(body) =>
          create.mutate(
            { params: { slug }, body },
            {
              onSuccess: ({ warehouse, locations }) => {
                toast(`${warehouse.code} was added with ${locations.length} places to begin with`)
                onClose()
                choose(warehouse.id)
              },
            },
          )
        }
      >
        <TextField
          label="Code"
          placeholder="MAIN"
          hint="Short, and never changed: it stands on labels and documents."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...bind(form, 'code')}
        />
        <TextField label="Name" autoComplete="off" {...bind(form, 'name')} />
        <Select
          label="Time zone"
          hint="When its days begin and end."
          options={zoneOptions()}
          {...bind(form, 'timezone')}
        />
      </FormPanel>
    </Dialog>
  )
}

type EditProps = { warehouse: Warehouse; onClose: () => void }

export function EditWarehouseDialog({ warehouse, onClose }: EditProps) {
  const slug = useSlug()
  const save = useAction(places.updateWarehouse, { refresh: placeReads })
  const form = useFormOf(warehouseEdit, warehouseTyped(warehouse))
  const versioned = useVersioned({
    ...{ form, save, kept: warehouse, typedOf: warehouseTyped, read: places.warehouses },
    labels: { name: 'Name', timezone: 'Time zone' },
  })
  const submit = (body: { name: string; timezone: string }) =>
    save.mutate(
      {
        params: { slug, warehouseId: warehouse.id },
        body: { ...body, version: versioned.version() },
      },
      { onSuccess: onClose },
    )
  const conflict = versioned.conflict(submit)
  return (
    <Dialog title={`Warehouse ${warehouse.code}`} onClose={onClose}>
      <FormPanel
        form={form}
        submit="Save warehouse"
        submitting="Saving…"
        saving={save.isPending}
        error={save.error}
        fallback="The warehouse could not be saved"
        beside={<Button onClick={onClose}>Cancel</Button>}
        onSubmit={submit}
      >
        <TextField label="Name" autoComplete="off" {...bind(form, 'name')} />
        <Select label="Time zone" options={zoneOptions()} {...bind(form, 'timezone')} />
        {conflict && <VersionConflict {...conflict} />}
      </FormPanel>
      <PutWarehouseAway warehouse={warehouse} onDone={onClose} />
    </Dialog>
  )
}
