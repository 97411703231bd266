import type { z } from 'zod'

type Issue = z.core.$ZodIssue
/** A word where an enumeration has others, and one of those. */
type NewWord = { path: readonly PropertyKey[]; word: string; known: z.core.util.Primitive }

/**
 * Parses a reply. Words that its enumerations do not have are given back as they are; anything else that does not fit is an
 * error, as of `safeParse`.
 */
export function parseWithNewWords(schema: z.ZodType, body: unknown) {
  const first = schema.safeParse(body)
  const found = first.error && newWordsOf(first.error.issues, body, [])
  if (!found) return first
  const copy: unknown = structuredClone(body)
  for (const { path, known } of found) write(copy, path, known)
  const second = schema.safeParse(copy)
  if (second.success) for (const { path, word } of found) write(second.data, path, word)
  return second
}

/** Returns the new words, or undefined where something else is wrong. */
function newWordsOf(
  issues: readonly Issue[],
  body: unknown,
  base: readonly PropertyKey[],
): NewWord[] | undefined {
  const found: NewWord[] = []
  for (const issue of issues) {
    const path = [...base, ...issue.path]
    const word = read(body, path)
    if (issue.code === 'invalid_union') {
      // One of the shapes fits but for its words.
      const words = issue.errors.map((each) => newWordsOf(each, body, path)).find((each) => each)
      if (!words) return undefined
      found.push(...words)
    } else if (issue.code === 'invalid_value' && typeof word === 'string')
      found.push({ path, word, known: issue.values[0] })
    else return undefined
  }
  return found
}

const read = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null)?.[key], body)

function write(body: unknown, path: readonly PropertyKey[], value: unknown) {
  const [last = ''] = path.slice(-1)
  const parent = read(body, path.slice(0, -1))
  if (typeof parent === 'object' && parent !== null)
    (parent as Record<PropertyKey, unknown>)[last] = value
}
