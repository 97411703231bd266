import { places } from '@stowage/contract/warehouse/places'
import { stock } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { useSlug } from '../../workspace/warehouses.ts'

/** Everything that shows a place: what a change of one has to read again. */
export const placeReads = [places.locations, places.zones, places.warehouses]

/** What a block changes, too, when what lies there goes on hold with it. */
export const blockReads = [...placeReads, stock.buckets, stock.levels, stock.ledger]

/** The zones of all warehouses in sight. */
export const useZones = () =>
  useQuery({ ...load(places.zones, { params: { slug: useSlug() } }), staleTime: 10_000 })
