import { carriers } from '@stowage/contract/orders/carriers'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { wholePage } from '../../parts/selected.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'

/** Returns the workspace's active carriers; none while they load, or for a member who may not see them. */
export function useActiveCarriers() {
  const { can } = useCan()
  const { data } = useQuery({
    ...load(carriers.list, {
      params: { slug: useSlug() },
      query: { ...wholePage, state: 'active' },
    }),
    enabled: can(carriers.list),
  })
  return data?.items ?? []
}
