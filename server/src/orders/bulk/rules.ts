/**
 * Returns the tags after a change, or undefined if they stay the same. Tags are compared exactly; new
 * ones are added at the end.
 */
export function changedTags(
  before: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] | undefined {
  const kept = before.filter((tag) => !remove.includes(tag))
  const after = [...new Set([...kept, ...add.filter((tag) => !remove.includes(tag))])]
  const isSame = after.length === before.length && after.every((tag, i) => tag === before[i])
  return isSame ? undefined : after
}
