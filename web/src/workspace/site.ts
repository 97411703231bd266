import { useWarehouse } from './warehouses.ts'

/** The warehouse one works in; where there is only one, it is that one, chosen or not. */
export function useSite(): ReturnType<typeof useWarehouse> {
  const chosen = useWarehouse()
  const only = chosen.all?.length === 1 ? chosen.all[0] : undefined
  return chosen.id === undefined && only ? { ...chosen, id: only.id, warehouse: only } : chosen
}

/** The same for work to be done, of which there is none in a warehouse that was archived. */
export function useWorkplace(): ReturnType<typeof useWarehouse> {
  const chosen = useWarehouse()
  const all = chosen.all?.filter(({ state }) => state === 'active')
  const isAway = chosen.warehouse?.state === 'archived'
  const only = all?.length === 1 ? all[0] : undefined
  if ((chosen.id === undefined || isAway) && only) return { all, id: only.id, warehouse: only }
  return isAway ? { all, id: undefined, warehouse: undefined } : { ...chosen, all }
}
