import type { Warehouse } from '@stowage/contract/warehouse/location-warehouses'
import { type Zone, zones } from '@stowage/contract/warehouse/location-zones'
import type { z } from 'zod'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { ArchiveZone } from './ArchivePlace.tsx'
import { zoneForm } from './form-values.ts'
import { optionsOf, zoneKindWords } from './words.ts'

type Values = z.input<typeof zoneForm>

const kinds = optionsOf(zoneKindWords)

function Fields({ record, text, select }: FieldsOf<Values>) {
  return (
    <>
      {!record && text('code', { placeholder: 'A', 'data-scan': 'fill' })}
      {text('name')}
      <div className="grid gap-4 sm:grid-cols-2">
        {select('kind', kinds)}
        {text('pickSequence', { inputMode: 'numeric', hint: 'Position in the pick path' })}
      </div>
    </>
  )
}

/** Creates a zone of a warehouse, or changes one, all but its code. */
export const ZoneDialog = recordForm({
  name: 'zone',
  schema: zoneForm,
  labels: { code: 'Code', name: 'Name', kind: 'Purpose', pickSequence: 'Sequence' },
  create: {
    route: zones.create,
    verb: 'Create',
    title: ({ code }: Warehouse) => `Add zone to ${code}`,
    initial: { code: '', name: '', kind: 'pick', pickSequence: '0' },
    body: (values, { id }) => ({ ...values, warehouseId: id }),
    done: ({ zone }) => `Zone ${zone.code} was added`,
  },
  update: {
    route: zones.update,
    read: zones.list,
    title: ({ code }: Zone) => `Zone ${code}`,
    typedOf: ({ code, name, kind, pickSequence }) => ({
      code,
      name,
      // What is kept may be older than the kinds there are to choose from.
      kind: kind as Values['kind'],
      pickSequence: String(pickSequence),
    }),
    body: ({ code: _, ...values }) => values,
  },
  below: (zone, onClose) => <ArchiveZone zone={zone} onDone={onClose} />,
  fields: Fields,
})
