import { useEffect, useState } from 'react'

/** The value once it has rested, so not every letter asks the server. Milliseconds. */
export function useDebounced<Value>(value: Value, rest = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return settled
}
