import { useSyncExternalStore } from 'react'

const wideScreen = matchMedia('(min-width: 1024px)')

const onWidth = (listener: () => void) => {
  wideScreen.addEventListener('change', listener)
  return () => wideScreen.removeEventListener('change', listener)
}

/**
 * Whether there is room beside a page; undefined for the build, which draws pages for every width and lets
 * the style sheet decide.
 */
export const useWide = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(
    onWidth,
    () => wideScreen.matches,
    () => undefined,
  )
