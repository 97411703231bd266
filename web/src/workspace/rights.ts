import { warehouseRights, type WarehousePermission } from '@stowage/contract/member-permissions'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { load } from '../app/api.ts'
import { rightsIn, rightsKey, rightsText } from '../app/last-rights.ts'
import { currentTenantUser } from '../app/session.ts'
import { useSlug } from './warehouses.ts'

/** What the member may do in the workspace, as the server decides it, and whether it is an example. */
const rightsOf = (slug: string) => ({
  ...load(settings.myPermissions, { params: { slug } }),
  staleTime: 30_000,
})

/** Why somebody without this right cannot do it, and who can change that. */
export const refusalOf = (permission: WarehousePermission) =>
  `You don’t have permission to ${warehouseRights[permission]}. Ask an admin of this workspace.`

/** Among the rights as they are stored: the workspace holds example data. */
const example = 'example'

/** What was stored the last time; undefined when nothing is known of this member in this workspace. */
const lastTime = (slug: string) =>
  rightsIn(localStorage.getItem(rightsKey), slug, currentTenantUser()?.id)

/**
 * Whether the workspace holds example data. Until the server has said it, as last time: the notice above
 * every page would push it down when it comes late.
 */
export function useExample(): boolean {
  const slug = useSlug()
  const { data } = useQuery(rightsOf(slug))
  return data ? Boolean(data.demo) : (lastTime(slug)?.includes(example) ?? false)
}

/** Asks what the member may do where nothing is stored yet, before anything of the workspace is shown. */
export async function ensureRights(queries: QueryClient, slug: string) {
  // What went wrong is said by whoever needs the answer.
  if (!lastTime(slug)) await queries.ensureQueryData(rightsOf(slug)).catch(() => {})
}

/** Keeps what the member may do, so that the next page asks for nothing that is refused. */
export function useKeepRights(slug: string, member: string | undefined) {
  const { data } = useQuery(rightsOf(slug))
  useEffect(() => {
    if (!data || !member) return
    const kept = data.demo ? [...data.permissions, example] : data.permissions
    localStorage.setItem(rightsKey, rightsText(slug, member, kept))
  }, [data, slug, member])
}

/**
 * `why` of a right: undefined when the member has it, else the sentence that says so, for the `why` of
 * a Button. Until the rights are known they are those of last time, and without any nothing is refused:
 * the server decides in the end.
 */
export function useCan() {
  const slug = useSlug()
  const { data } = useQuery(rightsOf(slug))
  const rights: readonly string[] | undefined = data?.permissions ?? lastTime(slug)
  const can = (permission: WarehousePermission) => rights?.includes(permission) ?? true
  return {
    can,
    /** Whether it is known already: what may be forbidden is asked for no earlier. */
    isKnown: data !== undefined,
    why: (permission: WarehousePermission) => (can(permission) ? undefined : refusalOf(permission)),
  }
}
