import { type Warehouse, warehouses } from '@stowage/contract/warehouse/location-warehouses'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { load } from '../app/api.ts'
import { go, hereWith, usePlatform, useWh as useNamedWh } from '../app/navigation.ts'
import { workspacePaths } from './paths.ts'

const storageKey = 'stowage.warehouse'
const everywhere = 'all'

/** The sites the member may see; goods on their way are in none of them. */
const warehousesOf = (slug: string) => ({
  ...load(warehouses.list, { params: { slug }, query: { kind: 'site' } }),
  staleTime: 30_000,
})

const remembered = () => localStorage.getItem(storageKey) ?? undefined

/** Returns the warehouse in `wh` of the address, or else the one last chosen in this browser. */
const useWh = () => useNamedWh() ?? remembered()

export const useSlug = () => usePlatform()

/** Addresses of the open workspace that keep the warehouse one works in. */
export function usePaths() {
  const slug = useSlug()
  const wh = useWh()
  return useMemo(() => workspacePaths(slug, wh), [slug, wh])
}

type Chosen = {
  /** Undefined for all of them. Known before `all` is, so a list need not wait. */
  id: string | undefined
  /** Undefined for all of them, or until they are known. */
  warehouse: Warehouse | undefined
  /** Undefined until known. */
  all: readonly Warehouse[] | undefined
}

/** The warehouse one works in, for every page of the workspace. */
export function useWarehouse(): Chosen {
  const wh = useWh()
  const { data } = useQuery(warehousesOf(useSlug()))
  const warehouse = data?.items.find(({ id }) => id === wh)
  // One that is not there, or no longer, narrows nothing.
  const isGone = data !== undefined && warehouse === undefined
  return {
    id: wh === everywhere || isGone ? undefined : wh,
    warehouse,
    all: data?.items,
  }
}

/** Chooses for this address and, in this browser, from now on. Undefined is all of them. */
export function useChooseWarehouse() {
  return (id: string | undefined) => {
    const wh = id ?? everywhere
    localStorage.setItem(storageKey, wh)
    const href = hereWith((search) => {
      search.set('wh', wh)
      // Another warehouse has other rows: its list begins at the start.
      search.delete('cursor')
      search.delete('from')
    })
    go(href, { replace: true, isSamePage: true })
  }
}

/** Writes the remembered warehouse into an address that names none, so it can be passed on. */
export function useWarehouseInAddress() {
  const named = useNamedWh()
  useEffect(() => {
    const wh = remembered()
    if (named !== undefined || wh === undefined) return
    go(
      hereWith((search) => search.set('wh', wh)),
      { replace: true, isSamePage: true },
    )
  }, [named])
}
