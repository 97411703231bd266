const parts = ['firstName', 'lastName'] as const

type Name = Record<(typeof parts)[number], string>

/** The name as it will be, and which parts of it differ from before. */
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
