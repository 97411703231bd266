import { useSyncExternalStore } from 'react'

let stamp = Date.now()
const listeners = new Set<() => void>()

/** All logos on the page are fetched anew. */
export function renewLogos() {
  stamp = Math.max(Date.now(), stamp + 1)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const current = () => stamp

/** Belongs into the address of a logo, which stays the same when the logo changes. */
export const useLogoStamp = () => useSyncExternalStore(subscribe, current, current)
