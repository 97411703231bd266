import { type Location, locations } from '@stowage/contract/warehouse/locations'
import type { Zone } from '@stowage/contract/warehouse/location-zones'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import { locationForm, locationTyped, unlimited } from './form-values.ts'
import { floorLabels, limitHints, limitLabels } from './form-words.ts'
import { useZones } from './queries.ts'
import { kindWords, optionsOf } from './words.ts'

type Values = z.input<typeof locationForm>
type Parts = { zones: readonly Zone[] }

function useParts(location: Location | undefined) {
  const zones = useZones().data?.items ?? []
  const textOf = (key: keyof Values, { [key]: value }: Values) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (key === 'zoneId') return zones.find(({ id }) => id === value)?.code ?? 'None'
    return key === 'kind' ? kindWords[value as Location['kind']] : value
  }
  const why = location?.status === 'archived' ? 'Archived locations can’t be restored.' : undefined
  return { zones, textOf, why }
}

function Fields(props: FieldsOf<Values, z.output<typeof locationForm>, Location, Parts>) {
  const { form, record, parts, text, select, check } = props
  const { all = [] } = useWorkplace()
  const warehouseId = useWatch({ control: form.control, name: 'warehouseId' })
  const zones = parts.zones.filter(
    (zone) =>
      zone.warehouseId === warehouseId && (zone.state === 'active' || zone.id === record?.zoneId),
  )
  return (
    <>
      {!record &&
        all.length > 1 &&
        select('warehouseId', [
          { value: '', label: 'Choose…' },
          ...all.map(({ id, code }) => ({ value: id, label: code })),
        ])}
      {!record && text('code', { placeholder: 'A-01-02', spellCheck: false, 'data-scan': 'fill' })}
      <div className="grid gap-4 sm:grid-cols-2">
        {select('zoneId', [
          { value: '', label: 'None' },
          ...zones.map(({ id, code, name }) => ({
            value: id,
            label: name === '' ? code : `${code} · ${name}`,
          })),
        ])}
        {select('kind', optionsOf(kindWords))}
        {text('barcode', {
          hint: 'If it differs from the code',
          spellCheck: false,
          'data-scan': 'fill',
        })}
        {text('pickSequence', { hint: 'Position in the pick path', inputMode: 'numeric' })}
        {text('xMm', { hint: 'Coordinates in the warehouse', inputMode: 'numeric' })}
        {text('yMm', { hint: 'Coordinates in the warehouse', inputMode: 'numeric' })}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {check('pickable')}
        {check('receivable')}
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-sm font-semibold">Capacity</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('maxUnits', { hint: limitHints.maxUnits, inputMode: 'numeric' })}
          {text('maxWeightG', { hint: limitHints.maxWeightG, inputMode: 'numeric' })}
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {check('mixedSkus')}
          {check('mixedLots')}
        </div>
      </fieldset>
    </>
  )
}

/** Creates one location, or changes one, all but its warehouse and its code. */
export const LocationForm = recordForm({
  name: 'location',
  schema: locationForm,
  labels: {
    warehouseId: 'Warehouse',
    code: 'Code',
    zoneId: 'Zone',
    kind: 'Type',
    barcode: 'Barcode',
    pickSequence: 'Sequence',
    pickable: 'Stock can be picked here',
    receivable: 'Stock can be received here',
    ...floorLabels,
    ...limitLabels,
  },
  create: {
    route: locations.create,
    verb: 'Create',
    title: 'Add location',
    initial: (from: { warehouseId: string; zoneId: string }) => ({
      ...from,
      code: '',
      barcode: '',
      kind: 'bin' as const,
      pickSequence: '0',
      xMm: '',
      yMm: '',
      pickable: true,
      receivable: true,
      ...unlimited,
    }),
    done: ({ location }) => `${location.code} was added`,
  },
  update: {
    route: locations.update,
    read: locations.list,
    typedOf: locationTyped,
    body: ({ warehouseId: _, code: __, ...values }) => values,
  },
  useParts,
  fields: Fields,
})

/** One location in the zone the list is narrowed to; many are made by a pattern. */
export function NewLocationDialog({ zone, onClose }: { zone?: string; onClose: () => void }) {
  const { id, all = [] } = useWorkplace()
  const only = all.length === 1 ? all[0]?.id : undefined
  const from = { warehouseId: id ?? only ?? '', zoneId: zone ?? '' }
  return <LocationForm from={from} onClose={onClose} />
}
