import { useSyncExternalStore } from 'react'

/**
 * Returns a hook that matches a media query. It returns undefined in the build, which renders pages for every
 * width and leaves the choice to the style sheet.
 */
function screenIs(question: string): () => boolean | undefined {
  const screen = matchMedia(question)
  const onChange = (listener: () => void) => {
    screen.addEventListener('change', listener)
    return () => screen.removeEventListener('change', listener)
  }
  return () =>
    useSyncExternalStore<boolean | undefined>(
      onChange,
      () => screen.matches,
      () => undefined,
    )
}

/** Returns whether there is room beside a page. */
export const useWide = screenIs('(min-width: 1024px)')
/** Returns whether table rows are shown as cards. */
export const useNarrow = screenIs('(width < 40rem)')
