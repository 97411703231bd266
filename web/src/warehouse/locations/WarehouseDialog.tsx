import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { type Warehouse, warehouses } from '@stowage/contract/warehouse/location-warehouses'
import type { z } from 'zod'
import { bind } from '../../parts/FormPanel.tsx'
import { timeZones } from '../../app/format.ts'
import { TextField } from '../../ui/TextField.tsx'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { pickPolicyWords, policyOptionsOr } from '../settings/pick-policies.ts'
import { ArchiveWarehouse } from './ArchivePlace.tsx'
import { DefaultLocations, useDefaultPlaces } from './DefaultLocations.tsx'
import { newWarehouseTyped, warehouseForm, warehouseTyped } from './form-values.ts'
import { addressLabels, addressText } from './form-words.ts'

type Values = z.input<typeof warehouseForm>
type Parts = { known: ReturnType<typeof useDefaultPlaces> }

const zoneOptions = () => timeZones().map((zone) => ({ value: zone, label: zone }))
const addressParts = Object.entries(addressLabels) as [keyof Values['address'], string][]

function useParts(warehouse: Warehouse | undefined) {
  const known = useDefaultPlaces(warehouse)
  const textOf = (key: keyof Values, { [key]: value, address, defaultLocations }: Values) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (key === 'pickPolicy')
      return pickPolicyWords[value as PickPolicy] ?? 'Default of the workspace'
    if (key === 'address') return addressText(address)
    if (key === 'defaultLocations')
      return Object.values(defaultLocations ?? {})
        .map((id) => known.of(id)?.code ?? '?')
        .join(', ')
    return String(value)
  }
  return { known, textOf }
}

function Fields(props: FieldsOf<Values, z.output<typeof warehouseForm>, Warehouse, Parts>) {
  const { form, record, parts, text, select, check } = props
  return (
    <>
      {!record &&
        text('code', {
          placeholder: 'MAIN',
          hint: 'Printed on labels. Can’t be changed later.',
          autoCapitalize: 'characters',
          spellCheck: false,
          'data-scan': 'fill',
        })}
      {text('name')}
      <div className="grid gap-4 sm:grid-cols-2">
        {select('timezone', zoneOptions(), { hint: 'Used for dates and daily totals' })}
        {text('rank', { inputMode: 'numeric', hint: 'Orders use the lowest rank first.' })}
      </div>
      {select('pickPolicy', policyOptionsOr('Default of the workspace'), {
        hint: 'Used for releases and waves, unless a product has its own.',
      })}
      {check('isSellable')}
      <details open={form.formState.errors.address !== undefined || undefined}>
        <summary className="link w-fit text-sm">Address</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {addressParts.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              autoComplete="off"
              {...(name === 'country' && { hint: 'Two-letter code, such as DE' })}
              {...bind(form, `address.${name}`)}
            />
          ))}
        </div>
      </details>
      {record && <DefaultLocations form={form} warehouse={record} known={parts.known} />}
    </>
  )
}

/**
 * Adds a warehouse, which comes with locations for receiving, staging and damaged stock, or changes one, all but its code.
 */
export const WarehouseDialog = recordForm({
  name: 'warehouse',
  schema: warehouseForm,
  labels: {
    code: 'Code',
    name: 'Name',
    timezone: 'Time zone',
    rank: 'Rank',
    pickPolicy: 'Pick policy',
    address: 'Address',
    isSellable: 'Its stock can be reserved for orders',
    defaultLocations: 'Default locations',
  },
  create: {
    route: warehouses.create,
    verb: 'Create',
    title: 'Add warehouse',
    initial: newWarehouseTyped,
    body: ({ defaultLocations: _, ...values }) => values,
    done: ({ warehouse, locations }) =>
      `${warehouse.code} was added with ${locations.length} locations`,
  },
  update: {
    route: warehouses.update,
    read: warehouses.list,
    title: ({ code }) => `Warehouse ${code}`,
    typedOf: warehouseTyped,
    body: ({ code: _, ...values }) => values,
  },
  below: (warehouse, onClose) => <ArchiveWarehouse warehouse={warehouse} onDone={onClose} />,
  useParts,
  fields: Fields,
})
