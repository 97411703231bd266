import type { WarehousePermission } from '@stowage/contract/member-permissions'
import { settings } from '@stowage/contract/warehouse/settings'
import type { Route } from '@stowage/contract/route'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { load, queryClient } from '../app/api.ts'
import { rightsIn, rightsKey, rightsText } from '../app/last-rights.ts'
import { currentTenantUser } from '../app/session.ts'
import { useSlug } from './warehouses.ts'

/**
 * Returns the query for the permissions of the member, which also says whether the workspace is an example.
 */
const rightsOf = (slug: string) => ({
  ...load(settings.myPermissions, { params: { slug } }),
  staleTime: 30_000,
})

/** A route that members and API keys call by a right. */
export type Guarded = { readonly allow: WarehousePermission }

/** The rights a route needs for some inputs. */
type Conditional<R extends Route> = R['conditionalRights'][number]['permission']

/** A route without a right of its own is asked about by one of those. */
type ConditionalArguments<R extends Route> = R extends Guarded
  ? [conditional?: Conditional<R>]
  : [conditional: Conditional<R>]

/** The part of a reply that is left out or masked for whoever may not see it, which no route says. */
type UnseenRight = 'catalog.cost.read' | 'catalog.price.read' | 'customer.pii.read'

/** Rights in words. They come with the first refusal: whoever may do everything never needs them. */
const wordsOfRights = {
  queryKey: ['words of rights'],
  queryFn: async () => (await import('@stowage/contract/member-permissions')).warehouseRights,
  staleTime: Infinity,
}

/** Returns a sentence for a missing right, and who can grant it; `words` once they have loaded. */
export const refusalOf = (
  right: WarehousePermission,
  words?: Readonly<Record<WarehousePermission, string>>,
) => `You don’t have permission to ${words?.[right] ?? 'do this'}. Ask an admin of this workspace.`

/** Among the rights as they are stored: the workspace holds example data. */
const example = 'example'

/** Returns the permissions stored last; undefined if none are known for this member in this workspace. */
const lastTime = (slug: string) =>
  rightsIn(localStorage.getItem(rightsKey), slug, currentTenantUser()?.id)

/**
 * Returns whether the workspace holds example data. The stored answer applies until the server replies,
 * because a late notice would push every page down.
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

/** Keeps what the member may do, so the next page asks for nothing that is refused. */
export function useKeepRights(slug: string, member: string | undefined) {
  const { data } = useQuery(rightsOf(slug))
  useEffect(() => {
    if (!data || !member) return
    const kept = data.demo ? [...data.permissions, example] : data.permissions
    localStorage.setItem(rightsKey, rightsText(slug, member, kept))
  }, [data, slug, member])
}

/**
 * `why` of a route, or of what it needs for some inputs: undefined when the member has the right, else the sentence
 * that says so, for the `why` of a Button. Until the rights are known they are those of last time, and without any
 * nothing is refused: the server decides in the end.
 */
export function useCan() {
  const slug = useSlug()
  const { data } = useQuery(rightsOf(slug))
  const rights: readonly string[] | undefined = data?.permissions ?? lastTime(slug)
  const { data: words } = useQuery({ ...wordsOfRights, enabled: false })
  const has = (right: WarehousePermission) => rights?.includes(right) ?? true
  const refused = (right: WarehousePermission) => {
    if (has(right)) return undefined
    if (!words) void queryClient.prefetchQuery(wordsOfRights)
    return refusalOf(right, words)
  }
  // `why` leaves the conditional right out only where `allow` is a right.
  const rightOf = <R extends Route>({ allow }: R, ...[conditional]: ConditionalArguments<R>) =>
    (conditional ?? allow) as WarehousePermission
  return {
    why: <R extends Route>(route: R, ...asked: ConditionalArguments<R>) =>
      refused(rightOf(route, ...asked)),
    can: <R extends Route>(route: R, ...asked: ConditionalArguments<R>) =>
      has(rightOf(route, ...asked)),
    /** True once the permissions are loaded. Reads that may be forbidden wait for it. */
    isKnown: data !== undefined,
    /**
     * `why` of a route that another page calls, for the way there. This page does without the weight of the route: it
     * names the right, and only the very one of the route compiles.
     */
    whyTo: <R extends Guarded = never>(allow: R['allow']) => refused(allow),
    /** `why` of a right that a record names: a noun for its pages, the contract for a kind of file. */
    whyRight: refused,
    /** Why a part of a reply is left out or masked; undefined where it is not. */
    whyUnseen: (sight: UnseenRight) => refused(sight),
  }
}
