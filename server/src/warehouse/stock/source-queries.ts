import { sql, type RawBuilder } from 'kysely'
import { registered } from '../../registry.ts'

/* What moves belong to: the documents that say they move stock. */

const postings = () => registered().documents.filter(({ posts }) => posts)

/** The number of the document of move `m`, null for one that belongs to none. */
export const numberOfSource = (platformId: string): RawBuilder<string | null> =>
  sql`case m.source_type ${sql.join(
    postings().map(
      ({ type, table, key }) => sql`when ${sql.lit(type)} then (
        select d.number from ${sql.table(table)} d
        where d.platform_id = ${platformId} and ${sql.ref(`d.${key}`)} = m.source_id)`,
    ),
    sql` `,
  )} end`

/** Returns the condition that move `m` belongs to a document with this number. */
export const isOfNumber = (platformId: string, number: string): RawBuilder<boolean> =>
  sql`(m.source_type, m.source_id) in (${sql.join(
    postings().map(
      ({ type, table, key }) => sql`
        select ${sql.lit(type)}, ${sql.ref(key)} from ${sql.table(table)}
        where platform_id = ${platformId} and number = ${number}`,
    ),
    sql` union all `,
  )})`

/** Returns the condition that move `m` belongs to the document or file with this id. */
export const isOfSource = (sourceId: string): RawBuilder<boolean> => {
  const types = [...postings().map(({ type }) => type), 'import']
  return sql`m.source_id = ${sourceId} and m.source_type in (${sql.join(types.map((type) => sql.lit(type)))})`
}

/** Returns how a move of such a source is reversed: alone, with its document, or never. */
export const reversalOf = (sourceType: string) =>
  postings().find(({ type }) => type === sourceType)?.posts?.reversed ?? 'alone'
