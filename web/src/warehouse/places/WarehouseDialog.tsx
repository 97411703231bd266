import { places, type Warehouse } from '@stowage/contract/warehouse/places'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.ts'
import { VersionConflict } from '../../parts/VersionConflict.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useChooseWarehouse, useSlug } from '../../workspace/warehouses.ts'
import { DefaultPlaces, useDefaultPlaces } from './DefaultPlaces.tsx'
import { newWarehouseTyped, warehouseEdit, warehouseForm, warehouseTyped } from './form-values.ts'
import { ArchiveWarehouse } from './ArchivePlace.tsx'
import { placeReads } from './queries.ts'
import { WarehouseFields } from './WarehouseFields.tsx'
import { addressText } from './form-words.ts'

/** Opens a warehouse. Its places to receive, stage and keep bad goods come with it. */
export function NewWarehouseDialog({ onClose }: { onClose: () => void }) {
  const slug = useSlug()
  const choose = useChooseWarehouse()
  const create = useAction(places.createWarehouse, { refresh: placeReads })
  const form = useFormOf(warehouseForm, newWarehouseTyped)
  return (
    <Dialog title="Add warehouse" onClose={onClose}>
      <FormPanel
        form={form}
        submit="Create warehouse"
        submitting="Creating…"
        saving={create.isPending}
        error={create.error}
        fallback="Couldn’t create the warehouse"
        beside={<Button onClick={onClose}>Cancel</Button>}
        onSubmit={(body) =>
          create.mutate(
            { params: { slug }, body },
            {
              onSuccess: ({ warehouse, locations }) => {
                toast(`${warehouse.code} was added with ${locations.length} locations`)
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
          hint="Printed on labels. Can’t be changed later."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-scan="fill"
          {...bind(form, 'code')}
        />
        <WarehouseFields form={form} />
      </FormPanel>
    </Dialog>
  )
}

type Typed = z.input<typeof warehouseEdit>
const labels = {
  name: 'Name',
  timezone: 'Time zone',
  rank: 'Rank',
  address: 'Address',
  isSellable: 'Its stock can be reserved for orders',
  defaultLocations: 'Default locations',
} satisfies Record<keyof Typed, string>

type EditProps = { warehouse: Warehouse; onClose: () => void }

export function EditWarehouseDialog({ warehouse, onClose }: EditProps) {
  const slug = useSlug()
  const save = useAction(places.updateWarehouse, { refresh: placeReads })
  const form = useFormOf(warehouseEdit, warehouseTyped(warehouse))
  const known = useDefaultPlaces(warehouse)
  const textOf = (key: keyof Typed, { [key]: value, address, defaultLocations }: Typed) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (key === 'address') return addressText(address)
    if (key === 'defaultLocations')
      return Object.values(defaultLocations)
        .map((id) => known.of(id)?.code ?? '?')
        .join(', ')
    return String(value)
  }
  const versioned = useVersioned({
    form,
    save,
    kept: warehouse,
    typedOf: warehouseTyped,
    read: places.warehouses,
    labels,
    textOf,
  })
  const submit = (body: z.output<typeof warehouseEdit>) =>
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
        fallback="Couldn’t save the warehouse"
        beside={<Button onClick={onClose}>Cancel</Button>}
        onSubmit={submit}
      >
        <WarehouseFields form={form} />
        <DefaultPlaces form={form} warehouse={warehouse} known={known} />
        {conflict && <VersionConflict {...conflict} />}
      </FormPanel>
      <ArchiveWarehouse warehouse={warehouse} onDone={onClose} />
    </Dialog>
  )
}
