import type { ListedPlatform } from '@stowage/contract/platforms/directory'
import { lazy, Suspense } from 'react'

const KeepOrDelete = lazy(() =>
  import('./KeepOrDelete.tsx').then((file) => ({ default: file.KeepOrDelete })),
)

/** Loads the question about suspended platforms for the few who have one to answer. */
export function Undecided({ platforms }: { platforms: readonly ListedPlatform[] | undefined }) {
  if (!platforms?.some(({ needsDecision }) => needsDecision)) return null
  return (
    <Suspense>
      <KeepOrDelete platforms={platforms} />
    </Suspense>
  )
}
