import { useEffect, useSyncExternalStore } from 'react'
import { useTenantUser } from '../../app/session.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { refresh } from './delivery.ts'
import {
  isWatched,
  onPending,
  pendingScans,
  readKept,
  reportRefused,
  sendPending,
} from './outbox.ts'

/** Milliseconds between attempts while something waits. */
const again = 10_000
/** Milliseconds after which it is asked again whether what was refused was resolved at a desk. */
const later = 30_000

function onConnection(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns whether the device reports a connection. */
const useOnline = () => useSyncExternalStore(onConnection, () => navigator.onLine)

/**
 * Returns this member's picks and packing scans waiting on the device. Sends them whenever there is a
 * connection.
 */
export function useOutbox() {
  const slug = useSlug()
  const user = useTenantUser()
  const member = user?.id ?? ''
  const isOnline = useOnline()
  const all = useSyncExternalStore(onPending, pendingScans)
  const own = all.filter((one) => one.slug === slug && one.member === member)
  const waiting = own.filter((one) => !one.refused && !isWatched(one))
  const isWaiting = waiting.length > 0
  useEffect(() => {
    if (member === '') return
    const attempt = () => void sendPending(slug, member).catch(() => {})
    if (isOnline) attempt()
    else void readKept().catch(() => {})
    const timer = isWaiting ? setInterval(attempt, again) : undefined
    return () => clearInterval(timer)
  }, [slug, member, isOnline, isWaiting])
  const refused = own.filter((one) => one.refused)
  const refusedIds = refused.map(({ seq }) => seq).join(' ')
  useEffect(() => {
    if (!isOnline || refusedIds === '') return
    const ask = () => {
      const ids = refusedIds.split(' ').map(Number)
      void reportRefused(pendingScans().filter(({ seq }) => ids.includes(seq))).catch(() => {})
    }
    ask()
    const timer = setInterval(ask, later)
    return () => clearInterval(timer)
  }, [isOnline, refusedIds])
  return {
    isOnline,
    member,
    memberName: user?.email ?? '',
    waiting,
    refused,
    /** Scans of members who have to sign in first. */
    others: all.filter((one) => one.slug === slug && one.member !== member),
    refresh,
    sendNow: () => void sendPending(slug, member).catch(() => {}),
  }
}
