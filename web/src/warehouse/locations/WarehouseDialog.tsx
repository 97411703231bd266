import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { type Warehouse, warehouses } from '@stowage/contract/warehouse/warehouses'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useChooseWarehouse, useSlug } from '../../workspace/warehouses.ts'
import { DefaultLocations, useDefaultPlaces } from './DefaultLocations.tsx'
import { newWarehouseTyped, warehouseEdit, warehouseForm, warehouseTyped } from './form-values.ts'
import { ArchiveWarehouse } from './ArchivePlace.tsx'
import { pickPolicyWords } from '../settings/pick-policies.ts'
import { WarehouseFields } from './WarehouseFields.tsx'
import { addressText } from './form-words.ts'

/** Opens a warehouse. Its places to receive, stage and keep bad goods come with it. */
export function NewWarehouseDialog({ onClose }: { onClose: () => void }) {
  const slug = useSlug()
  const choose = useChooseWarehouse()
  const create = useAction(warehouses.create)
  const form = useFormOf(warehouseForm, newWarehouseTyped)
  return (
    <FormPanel
      dialog={{ title: 'Add warehouse', onClose }}
      form={form}
      submit="Create warehouse"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the warehouse"
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
  )
}

type Typed = z.input<typeof warehouseEdit>
const labels = {
  name: 'Name',
  timezone: 'Time zone',
  rank: 'Rank',
  pickPolicy: 'Pick policy',
  address: 'Address',
  isSellable: 'Its stock can be reserved for orders',
  defaultLocations: 'Default locations',
} satisfies Record<keyof Typed, string>

type EditProps = { warehouse: Warehouse; onClose: () => void }

export function EditWarehouseDialog({ warehouse, onClose }: EditProps) {
  const slug = useSlug()
  const save = useAction(warehouses.update)
  const form = useFormOf(warehouseEdit, warehouseTyped(warehouse))
  const known = useDefaultPlaces(warehouse)
  const textOf = (key: keyof Typed, { [key]: value, address, defaultLocations }: Typed) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (key === 'pickPolicy')
      return pickPolicyWords[value as PickPolicy] ?? 'Default of the workspace'
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
    read: warehouses.list,
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
  return (
    <FormPanel
      dialog={{
        title: `Warehouse ${warehouse.code}`,
        onClose,
        below: <ArchiveWarehouse warehouse={warehouse} onDone={onClose} />,
      }}
      form={form}
      submit="Save warehouse"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the warehouse"
      onSubmit={submit}
    >
      <WarehouseFields form={form} />
      <DefaultLocations form={form} warehouse={warehouse} known={known} />
      {versioned.conflict(submit)}
    </FormPanel>
  )
}
