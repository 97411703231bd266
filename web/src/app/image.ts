import type { Route } from '@stowage/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { dataUrlOf } from './data-url.ts'
import { freshTenantToken } from './refresh.ts'
import { reach, type ApiError, type CallOf } from './transport.ts'

const patience = 30_000

/** A read of an image that only members may see, as a data URL. It never changes. */
export const loadImage = <R extends Route>(route: R, call: CallOf<R>) =>
  queryOptions<string, ApiError>({
    queryKey: [route.path, call],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      await freshTenantToken()
      const response = await reach(route, call, AbortSignal.timeout(patience), { signal })
      return dataUrlOf(await response.blob())
    },
  })
