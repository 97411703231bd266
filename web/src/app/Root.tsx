import { Outlet, useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { lazyPart } from './lazy-part.ts'
import { useQueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { Heading, useTitle } from '../parts/Page.tsx'
import { homeOf } from './paths.ts'
import { cancelStepUp, onStepUp, wantedStepUp } from './step-up.ts'
import { ApiError } from './transport.ts'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Spinner } from '../ui/Spinner.tsx'

const Toaster = lazyPart(() => import('../parts/Toaster.tsx'), 'Toaster')

const Offline = lazyPart(() => import('../parts/Offline.tsx'), 'Offline')

/** Asks who is there when a call has to know; its code is fetched when it is first needed. */
function Confirmation() {
  const refusal = useSyncExternalStore(onStepUp, wantedStepUp)
  const [StepUp, setStepUp] = useState<ComponentType<{ refusal: ApiError }>>()
  const isWanted = refusal !== undefined
  useEffect(() => {
    if (isWanted)
      import('../identity/sessions/StepUp.tsx').then(
        (loaded) => setStepUp(() => loaded.StepUp),
        cancelStepUp,
      )
  }, [isWanted])
  return refusal && StepUp && <StepUp refusal={refusal} />
}

/** Around every page: what is under way, offline, said in passing, and the question who is there. */
export function Root() {
  const moving = useRouterState({ select: (state) => state.isLoading })
  return (
    <>
      <div
        aria-hidden
        className={`fixed inset-x-0 top-0 z-30 h-0.5 origin-left bg-accent transition duration-200 ${moving ? 'scale-x-75 delay-200' : 'scale-x-0 opacity-0'}`}
      />
      <Suspense>
        <Offline />
      </Suspense>
      <Outlet />
      <Suspense>
        <Toaster />
      </Suspense>
      <Confirmation />
    </>
  )
}

export const Pending = () => <Spinner />

/** A page whose data could not be read, or that failed to draw. Inside a shell the shell stays. */
export function Failed({ error }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { reset } = useQueryErrorResetBoundary()
  useTitle('This page could not be shown - Stowage')
  useEffect(() => reset(), [reset])
  const retry = () => {
    // What was read may be what it cannot draw.
    queries.removeQueries({ type: 'inactive' })
    void router.invalidate()
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
