import type { z } from 'zod'

type Issue = z.core.$ZodIssue
/** A text that the schema does not expect there: one it does, and what is to be read instead of it. */
type Other = { path: readonly PropertyKey[]; expected: unknown; read: string }

/** Ids and times as the contract writes them. */
const forms: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  datetime: '2000-01-01T00:00:00Z',
}

/**
 * Parses a reply. Words that its enumerations do not have and ids of another form are given back as they are, times of
 * another form as ISO times; anything else that does not fit is an error, as of `safeParse`.
 */
export function parseLeniently(schema: z.ZodType, body: unknown) {
  const first = schema.safeParse(body)
  const found = first.error && othersOf(first.error.issues, body, [])
  if (!found) return first
  const copy: unknown = structuredClone(body)
  for (const { path, expected } of found) write(copy, path, expected)
  const second = schema.safeParse(copy)
  if (second.success) for (const { path, read } of found) write(second.data, path, read)
  return second
}

/** Returns the texts to replace, or undefined where something else is wrong. */
function othersOf(
  issues: readonly Issue[],
  body: unknown,
  base: readonly PropertyKey[],
): Other[] | undefined {
  const found: Other[] = []
  for (const issue of issues) {
    const path = [...base, ...issue.path]
    if (issue.code === 'invalid_union') {
      // One of the shapes fits but for such texts.
      const others = issue.errors.map((each) => othersOf(each, body, path)).find((each) => each)
      if (!others) return undefined
      found.push(...others)
      continue
    }
    const other = otherOf(issue, valueAt(body, path))
    if (!other) return undefined
    found.push({ path, ...other })
  }
  return found
}

function otherOf(issue: Issue, text: unknown): Omit<Other, 'path'> | undefined {
  if (typeof text !== 'string') return undefined
  if (issue.code === 'invalid_value') return { expected: issue.values[0], read: text }
  if (issue.code !== 'invalid_format') return undefined
  const expected = forms[issue.format]
  const read = issue.format === 'datetime' ? timeOf(text) : text
  return expected && read ? { expected, read } : undefined
}

function timeOf(text: string): string | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null)?.[key], body)

function write(body: unknown, path: readonly PropertyKey[], value: unknown) {
  const [last = ''] = path.slice(-1)
  const parent = valueAt(body, path.slice(0, -1))
  if (typeof parent === 'object' && parent !== null)
    (parent as Record<PropertyKey, unknown>)[last] = value
}
