import type { CompiledQuery } from 'kysely'

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Several writes as the text of one statement, whose parameters are theirs in their order. */
export function wovenText(writes: readonly Statement[]): string {
  let before = 0
  const texts = writes.map(({ sql, parameters }) => {
    const text = sql.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`)
    before += parameters.length
    return text
  })
  const last = texts.pop() ?? ''
  if (texts.length === 0) return last
  return `with ${texts.map((text, i) => `w${i} as (${text})`).join(', ')} ${last}`
}
