import { useSyncExternalStore } from 'react'

/**
 * Whether the screen is so; undefined for the build, which draws pages for every width and lets the style
 * sheet decide.
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

/** Whether there is room beside a page. */
export const useWide = screenIs('(min-width: 1024px)')
/** Whether the rows of tables are cards. */
export const useNarrow = screenIs('(width < 40rem)')
