import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'

/** The names of reasons by their codes; none until they are known. */
export function useReasonNames({ slug }: { slug: string }): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...load(settings.reasons, { params: { slug } }), staleTime: 60_000 })
  return useMemo(() => new Map(data?.items.map(({ code, name }) => [code, name])), [data])
}
