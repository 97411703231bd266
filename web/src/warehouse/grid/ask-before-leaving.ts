import { useEffect } from 'react'
import { currentTenantUser } from '../../app/session.ts'

/**
 * What was typed outlives a reload and a session that ends, but not the window: the browser asks before
 * that is closed.
 */
export function useAskBeforeLeaving(hasChanges: boolean) {
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => {
      // A session that has ended leads away without asking.
      if (currentTenantUser()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasChanges])
}
