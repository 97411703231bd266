import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { load } from '../../app/api.ts'
import { formatPrice } from '../../app/format.ts'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'

/** Returns the currency of the workspace; undefined until it is known, and for those who may not see its rules. */
export function useCurrency() {
  const { can } = useCan()
  const { data } = useQuery({
    ...load(settings.warehouse, { params: { slug: useSlug() } }),
    staleTime: 60_000,
    enabled: can(settings.warehouse),
  })
  return data?.settings.currency
}

/** Returns how an amount in the currency of the workspace is written. */
function useMoney() {
  const currency = useCurrency()
  return useCallback(
    (amount: string) => (currency === undefined ? amount : formatPrice(amount, currency)),
    [currency],
  )
}

/** An amount of the workspace. */
export const Money = ({ amount }: { amount: string }) => useMoney()(amount)
