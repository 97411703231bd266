import type { ListedMember } from '@stowage/contract/platforms/members'

/** A member whose access has just ended, at the place in the list where they stood. */
export type Removed = { member: ListedMember; at: number }

/** The members with those just removed at their old places, whether or not the list is new yet. */
export function rowsOf(
  members: readonly ListedMember[],
  removed: readonly Removed[],
): (ListedMember | Removed)[] {
  const gone = new Set(removed.map(({ member }) => member.id))
  const rows: (ListedMember | Removed)[] = members.filter(({ id }) => !gone.has(id))
  for (const one of removed.toSorted((a, b) => a.at - b.at)) rows.splice(one.at, 0, one)
  return rows
}

/** The removed ones after one of them has left the list for good: those below move up. */
export const without = (removed: readonly Removed[], { member, at }: Removed): Removed[] =>
  removed
    .filter((one) => one.member.id !== member.id)
    .map((one) => (one.at > at ? { ...one, at: one.at - 1 } : one))
