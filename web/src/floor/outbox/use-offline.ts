import { useEffect } from 'react'
import { queryClient } from '../../app/api.ts'
import { floorWorker } from '../../app/trusted-types.ts'
import { keepReads } from './kept-reads.ts'

/** Milliseconds: the page comes first. */
const idle = 2_000

/** Makes the pages of the floor work again after a reload without a connection. */
export function useOffline(slug: string, member: string | undefined) {
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
    const register = () => {
      if (!navigator.onLine) return
      const scope = `/${slug}/app/floor`
      void navigator.serviceWorker
        .register(floorWorker, { scope })
        // A browser may take its time before it looks for a new version by itself.
        .then((registration) => registration.active && registration.update())
        .catch(() => {})
    }
    const timer = setTimeout(register, idle)
    return () => clearTimeout(timer)
  }, [slug])
  useEffect(() => (member === undefined ? undefined : keepReads(queryClient, member)), [member])
}
