import { locations } from '@stowage/contract/warehouse/locations'
import type { Warehouse } from '@stowage/contract/warehouse/location-warehouses'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { load } from '../../app/api.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import type { LocationOption } from './places.ts'
import { LocationPicker } from './LocationPicker.tsx'
import type { warehouseForm } from './form-values.ts'
import { defaultLabels } from './form-words.ts'

type Use = keyof Warehouse['defaultLocations']
type Form = UseFormReturn<z.input<typeof warehouseForm>, unknown, z.output<typeof warehouseForm>>
const uses = Object.keys(defaultLabels) as Use[]

/** The places that a warehouse names, none before there is one, and those chosen meanwhile, by id. */
export function useDefaultPlaces(warehouse: Warehouse | undefined) {
  const slug = useSlug()
  const [chosen, setChosen] = useState<readonly LocationOption[]>([])
  const ids = Object.values(warehouse?.defaultLocations ?? {}).flatMap((id) => id ?? [])
  const { data } = useQuery({
    ...load(locations.list, { params: { slug }, query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
  })
  const known = [...chosen, ...(data?.items ?? [])]
  return {
    isLoaded: data !== undefined || ids.length === 0,
    add: (place: LocationOption) => setChosen((before) => [place, ...before]),
    of: (id: string) => known.find((one) => one.id === id),
  }
}

type Props = { form: Form; warehouse: Warehouse; known: ReturnType<typeof useDefaultPlaces> }

/** Fields for the default locations of a warehouse. */
export function DefaultLocations({ form, warehouse, known }: Props) {
  const slug = useSlug()
  const values = useWatch({ control: form.control, name: 'defaultLocations' })
  const { errors, isSubmitted } = form.formState
  if (!known.isLoaded) return null
  return (
    <details open={errors.defaultLocations !== undefined || undefined}>
      <summary className="link w-fit text-sm">Default locations</summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {uses.map((use) => (
          <LocationPicker
            key={use}
            slug={slug}
            warehouseId={warehouse.id}
            label={defaultLabels[use]}
            place={known.of(values?.[use] ?? '')}
            error={errors.defaultLocations?.[use]?.message}
            onPlace={(place) => {
              if (place) known.add(place)
              form.setValue(`defaultLocations.${use}`, place?.id ?? '', {
                shouldDirty: true,
                shouldValidate: isSubmitted,
              })
            }}
          />
        ))}
      </div>
    </details>
  )
}
