import { zones } from '@stowage/contract/warehouse/location-zones'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { useSlug } from '../../workspace/warehouses.ts'

/** The zones of all warehouses in sight. */
export const useZones = () =>
  useQuery({ ...load(zones.list, { params: { slug: useSlug() } }), staleTime: 10_000 })
