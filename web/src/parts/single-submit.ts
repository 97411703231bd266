import { useEffect, useRef, useState } from 'react'

/**
 * Returns what runs a submit unless one is under way. `saving` alone comes too late: it is true only
 * once React has rendered, and a second press may be there before.
 */
export function useSingleSubmit(saving: boolean) {
  const isSending = useRef(false)
  const [round, setRound] = useState(0)
  // After a submit that sent nothing `saving` does not change; the next round tells.
  useEffect(() => {
    if (!saving) isSending.current = false
  }, [saving, round])

  return (submit: () => Promise<unknown>) => {
    if (isSending.current) return
    isSending.current = true
    // A call that has begun is rendered before this: its timer was set earlier.
    const next = () => void setTimeout(() => setRound((last) => last + 1))
    void submit().then(next, (error: unknown) => {
      next()
      throw error
    })
  }
}
