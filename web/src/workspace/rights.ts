import { warehouseRights, type WarehousePermission } from '@stowage/contract/warehouse/permissions'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { load } from '../api.ts'
import { useSlug } from './warehouses.ts'

/** What the member may do in the workspace, as the server decides it, and whether it is an example. */
const rightsOf = (slug: string) => ({
  ...load(settings.myPermissions, { params: { slug } }),
  staleTime: 30_000,
})

/** Why somebody without this right cannot do it, and who can change that. */
export const refusalOf = (permission: WarehousePermission) =>
  `You may not ${warehouseRights[permission]} here. An admin of this workspace can allow it.`

/** The size of the example data that is there; undefined where there is none, or until it is known. */
export const useExample = () => useQuery(rightsOf(useSlug())).data?.demo ?? undefined

/**
 * `why` of a right: undefined when the member has it, else the sentence that says so, for the `why` of
 * a Button. Until the rights are known nothing is refused: the server decides in the end.
 */
export function useCan() {
  const { data } = useQuery(rightsOf(useSlug()))
  const can = (permission: WarehousePermission) => data?.permissions.includes(permission) ?? true
  return {
    can,
    /** Whether it is known already: what may be forbidden is asked for no earlier. */
    isKnown: data !== undefined,
    why: (permission: WarehousePermission) => (can(permission) ? undefined : refusalOf(permission)),
  }
}
