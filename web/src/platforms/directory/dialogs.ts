import { getRouteApi, useCanGoBack, useRouter } from '@tanstack/react-router'
import { createContext, useContext } from 'react'

/** Functions that the list offers to a dialog opened over it. */
export type PlatformList = {
  /** Checks whether the dialog was opened from the list, where Back leads then. */
  isBehind: () => boolean
  /** Puts a platform just created at the top. */
  putFirst: (platformId: string) => void
}

export const PlatformListContext = createContext<PlatformList>({
  isBehind: () => false,
  putFirst: () => {},
})

const route = getRouteApi('/dashboard/platforms')

/** Leads back to the list as it was: one step back, or in place when the dialog was linked to. */
export function useCloseDialog(): () => void {
  const { isBehind } = useContext(PlatformListContext)
  const canGoBack = useCanGoBack()
  const navigate = route.useNavigate()
  const router = useRouter()
  return () => {
    if (isBehind() && canGoBack) router.history.back()
    else void navigate({ to: '/dashboard/platforms', search: true, replace: true })
  }
}
