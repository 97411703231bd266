import { directory } from '@stowage/contract/platforms/directory'
import type { Reply } from '@stowage/contract/route'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../app/api.ts'

type Answer = Reply<typeof directory.checkName>

/** State of a name check. `name` is the trimmed name that was checked. */
export type NameCheck =
  | { state: 'none' }
  | { state: 'checking'; name: string }
  | { state: 'done'; name: string; answer: Answer }
  | { state: 'failed'; name: string; error: unknown }

/** True when the text as it stands is known to be free. */
export const isFree = (check: NameCheck, text: string) =>
  check.state === 'done' && check.answer.available && check.name === text.trim()

/** Asks the server about one name at a time: an answer that was overtaken is dropped. */
export function useNameCheck() {
  const [check, setCheck] = useState<NameCheck>({ state: 'none' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const clear = () => {
    running.current?.abort()
    setCheck({ state: 'none' })
  }

  /** Never asks about a blank name, nor again about one whose answer is there or on its way. */
  const ask = async (text: string) => {
    const name = text.trim()
    if (check.state !== 'none' && check.state !== 'failed' && check.name === name) return
    clear()
    if (!name) return
    const { signal } = (running.current = new AbortController())
    setCheck({ state: 'checking', name })
    try {
      const answer = await send(directory.checkName, { query: { name } }, { signal })
      if (!signal.aborted) setCheck({ state: 'done', name, answer })
    } catch (error) {
      if (!signal.aborted) setCheck({ state: 'failed', name, error })
    }
  }
  return { check, ask, clear }
}
