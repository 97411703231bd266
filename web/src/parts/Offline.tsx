import { useSyncExternalStore } from 'react'
import { Notice } from '../ui/Notice.tsx'

function onChange(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that there is no connection, without taking the focus from anything. */
export function Offline() {
  const isOnline = useSyncExternalStore(onChange, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <Notice kind="warn">
          <p>You are offline. What you typed stays here; send it when the connection is back.</p>
        </Notice>
      )}
    </div>
  )
}
