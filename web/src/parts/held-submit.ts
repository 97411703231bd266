import { useEffect, useRef, type RefObject } from 'react'

/**
 * Holds back the form around a field while `settle` is given: it is asked, and the form is
 * sent after all if it says yes; else the field has the focus.
 */
export function useHeldSubmit(
  field: RefObject<HTMLInputElement | null>,
  settle: (() => Promise<boolean>) | undefined,
) {
  const isSettling = useRef(false)
  useEffect(() => {
    const form = field.current?.form
    if (!form || !settle) return
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isSettling.current) return
      isSettling.current = true
      const { submitter } = event
      void settle()
        .then((isSettled) => {
          if (isSettled) form.requestSubmit(submitter?.isConnected ? submitter : null)
          else field.current?.focus()
        })
        .finally(() => {
          isSettling.current = false
        })
    }
    // On its way down: the page's own handler hears of it once nothing holds it.
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  })
}
