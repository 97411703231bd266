/** Checks whether a category is this one or below it, at any depth. */
export function isWithin(
  categories: readonly { id: string; parentId: string | null }[],
  id: string | null,
  top: string,
): boolean {
  const parents = new Map(categories.map((one) => [one.id, one.parentId]))
  for (let at = id; at !== null; at = parents.get(at) ?? null) if (at === top) return true
  return false
}
