/** A comment on a constraint or a unique index. */
export interface ConstraintComment {
  name: string
  comment: string
}

/** Comments of one constraint are unique by its name: an error of the driver carries no more. */
export const constraintCommentsSql = `
  select k.conname as name, obj_description(k.oid, 'pg_constraint') as comment
  from pg_constraint k
  where k.connamespace::regnamespace::text = any ($1)
    and obj_description(k.oid, 'pg_constraint') is not null
  union all
  select c.relname, obj_description(c.oid, 'pg_class')
  from pg_class c
  where c.relnamespace::regnamespace::text = any ($1) and c.relkind = 'i'
    and obj_description(c.oid, 'pg_class') is not null
  order by name`

/**
 * The text of `constraint-codes.ts`. A comment is `code: duplicate_key`, and for a key that another row
 * has already `code: duplicate_key, of: variant`. Throws for a comment of another form and for two of
 * one name.
 */
export function writeConstraintCodes(comments: ConstraintComment[]): string {
  const lines = comments.map(({ name, comment }, at) => {
    const [whole, code, of] = /^code: ([a-z_]+)(?:, of: ([a-z]+))?$/.exec(comment) ?? []
    if (whole === undefined)
      throw new Error(`The comment on ${name} is not "code: …" or "code: …, of: …": ${comment}`)
    if (comments[at - 1]?.name === name)
      throw new Error(`Two constraints with a code are named ${name}.`)
    return `  ${name}: { code: '${code}'${of === undefined ? '' : `, of: '${of}'`} },`
  })
  return `// Made from the comments on the constraints by \`npm run tables\`; do not edit.
import type { ErrorCode } from '@stowage/contract/errors'

/** Error code of each constraint, and the kind of the row that already has the key. */
export const constraintCodes: Record<string, { code: ErrorCode; of?: string }> = {
${lines.join('\n')}
}
`
}
