import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { paths } from '../app/paths.ts'
import { Notice } from '../ui/Notice.tsx'

const pause = 3_000

/** A success that leads to signing in by itself after three seconds, where it is said once more. */
export function SignInSoon({ message }: { message: string }) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const go = useCallback(
    () => void navigate({ to: paths.login, state: { notice: message } }),
    [navigate, message],
  )
  useEffect(() => {
    box.current?.focus()
    const timer = setTimeout(go, pause)
    return () => clearTimeout(timer)
  }, [go])
  return (
    <Notice ref={box} kind="ok" live>
      <p>{message}</p>
      <p>
        <a
          href={paths.login}
          className="link"
          onClick={(event) => {
            event.preventDefault()
            go()
          }}
        >
          Continue now
        </a>
      </p>
    </Notice>
  )
}
