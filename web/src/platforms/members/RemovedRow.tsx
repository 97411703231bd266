import type { Member } from '@stowage/contract/platforms/members'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Who } from './MemberRow.tsx'

const lifetime = 10_000

type Props = {
  member: Member
  onAddAgain: () => void
  /** Its time is over; the focus must go elsewhere when it was in here. */
  onOver: (hadFocus: boolean) => void
}

/** Stands in for a member just removed, with the way back. */
export function RemovedRow({ member, onAddAgain, onOver }: Props) {
  const row = useRef<HTMLLIElement>(null)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  useEffect(() => {
    const element = row.current
    element?.focus()
    const timer = setTimeout(
      () => over.current(element?.contains(document.activeElement) ?? false),
      lifetime,
    )
    return () => clearTimeout(timer)
  }, [])
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="card flex flex-wrap items-center justify-between gap-3 bg-hover p-4"
    >
      <div className="min-w-0">
        <Who member={member} />
        <p role="status" className="text-sm">
          Their access has ended.
        </p>
      </div>
      <Button onClick={onAddAgain}>Add again</Button>
    </li>
  )
}
