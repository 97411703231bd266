import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Heading, useTitle } from './Page.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { usePathname } from '../app/navigation.ts'
import { homeOf } from '../app/paths.ts'
import { ApiError } from '../app/transport.ts'

/** A page whose data could not be read, or that failed to draw. Inside a shell the shell stays. */
export function FailedPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const queries = useQueryClient()
  const path = usePathname()
  const { reset } = useQueryErrorResetBoundary()
  useTitle('This page could not be shown - Stowage')
  useEffect(() => reset(), [reset])
  const retry = () => {
    // What was read may be what it cannot draw.
    queries.removeQueries({ type: 'inactive' })
    onRetry()
  }
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-4 p-6">
      <Heading>This page could not be shown</Heading>
      <ErrorBox error={error instanceof ApiError ? error : ''} onRetry={retry} />
      <p className="text-muted">What was saved before is kept.</p>
      <p>
        <a href={homeOf(path)} className="link">
          Go to the start
        </a>
      </p>
    </div>
  )
}
