import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { go } from '../app/navigation.ts'
import { memberOf } from './member.ts'

/** Reads who is signed in. Of a platform that was renamed, the same page is opened at its new address. */
export function useRenamed(slug: string) {
  const { data, error, refetch } = useQuery(memberOf(slug))
  const current = data?.user.platformSlug ?? slug
  useEffect(() => {
    if (current === slug) return
    const page = location.pathname.replace(/^\/[^/]+/, `/${encodeURIComponent(current)}`)
    go(page + location.search, { replace: true, isSamePage: true })
  }, [current, slug])
  return { current, error, refetch }
}
