import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isUnprintable } from '../../app/unprintable.ts'

/**
 * Prints or saves in one of several ways at a time, and gives up with the part of the page that asks for it. `busy` is
 * the way that runs.
 */
export function usePrinting<Way>(print: (way: Way, signal: AbortSignal) => Promise<void>) {
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (way: Way) => print(way, (running.current = new AbortController()).signal),
  })
  return {
    error,
    isUnprintable: isUnprintable(error),
    busy: isPending ? variables : undefined,
    run: (way: Way) => {
      if (!isPending) mutate(way)
    },
  }
}
