import { type Warehouse, warehouses } from '@stowage/contract/warehouse/warehouses'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { load } from '../app/api.ts'
import { workspacePaths } from './paths.ts'

const route = getRouteApi('/$platform/app')
const storageKey = 'stowage.warehouse'
const everywhere = 'all'

/** The sites the member may see; goods on their way are in none of them. */
const warehousesOf = (slug: string) => ({
  ...load(warehouses.list, { params: { slug }, query: { kind: 'site' } }),
  staleTime: 30_000,
})

const remembered = () => localStorage.getItem(storageKey) ?? undefined

/** What `wh` of the address says, else what was chosen last in this browser. */
const useWh = () => route.useSearch({ select: ({ wh }) => wh }) ?? remembered()

export const useSlug = () => route.useParams({ select: ({ platform }) => platform })

/** Addresses of the open workspace that keep the warehouse one works in. */
export function usePaths() {
  const slug = useSlug()
  const wh = useWh()
  return useMemo(() => workspacePaths(slug, wh), [slug, wh])
}

type Chosen = {
  /** Undefined for all of them. Known before `all` is, so that a list need not wait. */
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
  const navigate = useNavigate()
  return (id: string | undefined) => {
    const wh = id ?? everywhere
    localStorage.setItem(storageKey, wh)
    void navigate({
      to: '.',
      // Another warehouse has other rows: its list begins at the start.
      search: ({ cursor: _, from: __, ...search }: Record<string, unknown>) =>
        ({ ...search, wh }) as never,
      replace: true,
      resetScroll: false,
    })
  }
}

/** Writes the remembered warehouse into an address that names none, so that it can be passed on. */
export function useWarehouseInAddress() {
  const navigate = useNavigate()
  const named = route.useSearch({ select: ({ wh }) => wh })
  useEffect(() => {
    const wh = remembered()
    if (named !== undefined || wh === undefined) return
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, wh }) as never,
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }, [named, navigate])
}
