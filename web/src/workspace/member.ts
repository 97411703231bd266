import { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import { resolve } from '@stowage/contract/platforms/directory-resolve'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { load, send } from '../app/api.ts'
import { isOver } from '../app/me.ts'
import { storeTenantUser } from '../app/session.ts'

/** The signed-in member as the server knows them; the stored one follows. */
export const memberOf = (slug: string) => {
  const call = { params: { slug } }
  return queryOptions({
    ...load(tenantSessions.me, call),
    queryFn: async ({ signal }) => {
      const reply = await send(tenantSessions.me, call, { signal })
      storeTenantUser(reply.user)
      return reply
    },
    staleTime: 30_000,
    retry: (count, error) => count < 2 && !isOver(error),
    retryDelay: 700,
  })
}

/** The platform's name for titles; its slug until that is known. */
export function useWorkspaceName(slug: string): string {
  const { data } = useQuery({ ...load(resolve, { params: { slug } }), staleTime: 60_000 })
  return data?.platform.name ?? slug.toUpperCase()
}
