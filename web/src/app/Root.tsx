import { Outlet, useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { Spinner } from '../ui/Spinner.tsx'
import { Around } from './Around.tsx'
import { FailedPage } from '../parts/FailedPage.tsx'

/** Every page of the application, and what is under way. */
export function Root() {
  const moving = useRouterState({ select: (state) => state.isLoading })
  return (
    <>
      <div
        aria-hidden
        data-moving={moving || undefined}
        className={`fixed inset-x-0 top-0 z-30 h-0.5 origin-left bg-accent transition duration-200 ${moving ? 'scale-x-75 delay-200' : 'scale-x-0 opacity-0'}`}
      />
      <Around>
        <Outlet />
      </Around>
    </>
  )
}

export const Pending = () => <Spinner />

export function Failed({ error }: ErrorComponentProps) {
  const router = useRouter()
  return <FailedPage error={error} onRetry={() => void router.invalidate()} />
}
