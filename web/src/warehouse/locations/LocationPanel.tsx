import { type Location, locations } from '@stowage/contract/warehouse/locations'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { SaveState } from '../../parts/SaveState.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { locationEdit, locationTyped } from './form-values.ts'
import { LocationFields } from './LocationFields.tsx'
import { LocationStatus } from './LocationStatus.tsx'
import { useZones } from './queries.ts'
import { floorLabels, limitLabels } from './form-words.ts'
import { kindWords } from './words.ts'

type Typed = z.input<typeof locationEdit>
const labels = {
  zoneId: 'Zone',
  kind: 'Type',
  barcode: 'Barcode',
  pickSequence: 'Sequence',
  pickable: 'Stock can be picked here',
  receivable: 'Stock can be received here',
  ...floorLabels,
  ...limitLabels,
} satisfies Record<keyof Typed, string>

type Props = { location: Location & { skus: number } }

/** One location, opened below its line: what is said about it, and what goes in and out. */
export function LocationPanel({ location }: Props) {
  const slug = useSlug()
  const { why } = useCan()
  const zones = (useZones().data?.items ?? []).filter(
    ({ id, warehouseId, state }) =>
      warehouseId === location.warehouseId && (state === 'active' || id === location.zoneId),
  )
  const save = useAction(locations.update)
  const form = useFormOf(locationEdit, locationTyped(location))
  const textOf = (key: keyof Typed, { [key]: value }: Typed) => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (key === 'zoneId') return zones.find(({ id }) => id === value)?.code ?? 'None'
    return key === 'kind' ? kindWords[value as Location['kind']] : value
  }
  const versioned = useVersioned({
    form,
    save,
    labels,
    kept: location,
    typedOf: locationTyped,
    read: locations.list,
    textOf,
  })
  const submit = (values: z.output<typeof locationEdit>) =>
    save.mutate(
      {
        params: { slug, locationId: location.id },
        body: { ...values, version: versioned.version() },
      },
      {
        onSuccess: (reply) => versioned.takeOver({ ...location, ...reply.location }),
      },
    )
  const archived =
    location.status === 'archived' ? 'Archived locations can’t be restored.' : undefined
  return (
    <div className="grid items-start gap-6 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <FormPanel
        form={form}
        submit="Save location"
        submitting="Saving…"
        saving={save.isPending}
        error={save.error}
        fallback="Couldn’t save the location"
        why={archived ?? why(locations.update)}
        onSubmit={submit}
        beside={<SaveState isDirty={versioned.isDirty} isSaved={save.isSuccess} />}
      >
        <LocationFields form={form} zones={zones} />
        {versioned.conflict(submit)}
      </FormPanel>
      <LocationStatus location={location} />
    </div>
  )
}
