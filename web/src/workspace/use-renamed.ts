import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { memberOf } from './member.ts'

/** Reads who is signed in. Of a platform that was renamed, the same page is opened at its new address. */
export function useRenamed(slug: string) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(memberOf(slug))
  const current = data?.user.platformSlug ?? slug
  useEffect(() => {
    if (current !== slug)
      void navigate({
        to: '.',
        params: ((now: object) => ({ ...now, platform: current })) as never,
        search: true as never,
        replace: true,
      })
  }, [current, slug, navigate])
  return { current, error, refetch }
}
