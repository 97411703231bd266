import { places } from '@stowage/contract/warehouse/places'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../api.ts'
import { useSlug } from '../../workspace/warehouses.ts'

/** Everything that shows a place: what a change of one has to read again. */
export const placeReads = [places.locations, places.zones, places.warehouses]

/** The zones of all warehouses in sight. */
export const useZones = () =>
  useQuery({ ...load(places.zones, { params: { slug: useSlug() } }), staleTime: 10_000 })
