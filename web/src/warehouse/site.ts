import { useWarehouse } from '../workspace/warehouses.ts'

/** The warehouse one works in; where there is only one, it is that one, chosen or not. */
export function useSite(): ReturnType<typeof useWarehouse> {
  const chosen = useWarehouse()
  const only = chosen.all?.length === 1 ? chosen.all[0] : undefined
  return chosen.id === undefined && only ? { ...chosen, id: only.id, warehouse: only } : chosen
}
