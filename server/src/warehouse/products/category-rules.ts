type Placed = { name: string; parentId: string | null }

/** What a category is called and what it stands below after a change. */
export const afterChange = (
  before: Placed,
  {
    name = before.name,
    parentId = before.parentId,
  }: { name?: string | undefined; parentId?: string | null | undefined },
): Placed => ({ name, parentId })

/** Whether a category is this one or stands below it, however far. */
export function isWithin(
  categories: readonly { id: string; parentId: string | null }[],
  id: string | null,
  top: string,
): boolean {
  const parents = new Map(categories.map((one) => [one.id, one.parentId]))
  for (let at = id; at !== null; at = parents.get(at) ?? null) if (at === top) return true
  return false
}
