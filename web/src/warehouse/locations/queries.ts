import { locations } from '@stowage/contract/warehouse/locations'
import { warehouses } from '@stowage/contract/warehouse/warehouses'
import { zones } from '@stowage/contract/warehouse/zones'
import { stock } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { useSlug } from '../../workspace/warehouses.ts'

/** Everything that shows a place: what a change of one has to read again. */
export const placeReads = [locations.list, zones.list, warehouses.list]

/** What a block changes, too, when what lies there goes on hold with it. */
export const blockReads = [...placeReads, stock.buckets, stock.levels, stock.ledger]

/** The zones of all warehouses in sight. */
export const useZones = () =>
  useQuery({ ...load(zones.list, { params: { slug: useSlug() } }), staleTime: 10_000 })
