const initials = (...names: string[]) =>
  names
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase()

/** Stands for the picture of a person; their name is always written beside it. */
export function Avatar({ user, large = false }: { user: Names; large?: boolean }) {
  const size = large ? 'size-16 text-xl' : 'size-10 text-sm'
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink ${size}`}
    >
      {initials(user.firstName, user.lastName)}
    </span>
  )
}

type Names = { firstName: string; lastName: string }
