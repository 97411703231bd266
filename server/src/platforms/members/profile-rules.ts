const parts = ['firstName', 'lastName'] as const

type Name = Record<(typeof parts)[number], string>

/** Returns the updated name and its changed parts. */
export function changeName(
  before: Name,
  change: { [P in keyof Name]?: string | undefined },
): { name: Name; changed: string[] } {
  const name = {
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
  }
  return { name, changed: parts.filter((part) => name[part] !== before[part]) }
}
