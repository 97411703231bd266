import { useState } from 'react'

const initials = (...names: string[]) =>
  names
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase()

/**
 * The picture of a person, or their initials while there is none or it cannot be had; their name
 * is always written beside it.
 */
export function Avatar({ user, large = false }: { user: Person; large?: boolean }) {
  const [missing, setMissing] = useState<string>()
  const { avatarUrl } = user
  const look = `shrink-0 rounded-full ${large ? 'size-16 text-xl' : 'size-10 text-sm'}`
  if (avatarUrl && avatarUrl !== missing)
    return (
      <img
        src={avatarUrl}
        alt=""
        className={`${look} bg-accent-soft object-cover`}
        onError={() => setMissing(avatarUrl)}
      />
    )
  return (
    <span
      aria-hidden
      className={`${look} grid place-items-center bg-accent-soft font-semibold text-accent-ink`}
    >
      {initials(user.firstName, user.lastName)}
    </span>
  )
}

type Person = { firstName: string; lastName: string; avatarUrl: string | null }
