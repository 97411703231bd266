import {
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { lazyPart } from './lazy-part.ts'
import { cancelStepUp, onStepUp, wantedStepUp } from './step-up.ts'
import type { ApiError } from './transport.ts'

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

/** Around every page: offline, said in passing, and the question who is there. */
export const Around = ({ children }: { children: ReactNode }) => (
  <>
    <Suspense>
      <Offline />
    </Suspense>
    {children}
    <Suspense>
      <Toaster />
    </Suspense>
    <Confirmation />
  </>
)
