import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { Offline } from '../parts/Offline.tsx'
import { Toaster } from '../parts/Toaster.tsx'
import { cancelStepUp, onStepUp, wantedStepUp } from './step-up.ts'
import type { ApiError } from './transport.ts'

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
    <Offline />
    {children}
    <Toaster />
    <Confirmation />
  </>
)
