import type { z } from 'zod'

/** The search of a page is the query of its route: unknown keys go, a bad value becomes its default. */
export const searchOf = <S extends z.ZodObject>(query: S) => ({
  types: {} as { input: z.input<S>; output: z.output<S> },
  parse(raw: unknown): z.output<S> {
    // Already parsed values come back when a link only changes one of them: text again.
    const entries = Object.entries(raw as object).flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
    )
    const parsed = query.safeParse(Object.fromEntries(entries))
    if (parsed.success) return parsed.data
    const bad = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
    const rest = query.parse(Object.fromEntries(entries.filter(([key]) => !bad.has(String(key)))))
    // Named all the same: the router would take the bad value from the address for what is not there.
    return { ...Object.fromEntries([...bad].map((key) => [key, undefined])), ...rest }
  },
})

/** Plain text both ways: a code such as 1e5 or 00123 must never become a number. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  )
  const text = new URLSearchParams(entries).toString()
  return text && `?${text}`
}
