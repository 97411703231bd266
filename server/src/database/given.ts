import { sql, type RawBuilder } from 'kysely'

/**
 * No limit, of which the planner cannot know that it is none: it expects a tenth of the rows. Of JSON it would always
 * expect 100. It would then rather read all a platform has, and keep that plan for larger platforms, than look up 100 rows.
 */
const few = sql.raw('limit (select null::bigint)')

/**
 * Returns a table of the ids in a JSON array, with the column `id` and their place, from 1, as `n`. Its rows are to be
 * joined by key. Under row-level security PostgreSQL looks a row up only by values it has already: with the cast in the
 * condition of the join it reads all rows. Not an array, of which PostgreSQL sees how long it is and would plan each
 * statement anew.
 */
export const givenIds = (json: string | RawBuilder<unknown>): RawBuilder<unknown> => sql`(
      select * from (
        select given.id::uuid as id, given.n
        from jsonb_array_elements_text(${json}::jsonb) with ordinality as given (id, n) ${few}) given ${few})`

/** Returns a table of the objects in a JSON array, with these columns: `"lineNo" int, id uuid`. */
export const givenRows = (json: string, columns: string): RawBuilder<unknown> => sql`(
      select * from (
        select * from jsonb_to_recordset(${json}::jsonb) as given (${sql.raw(columns)}) ${few}) given ${few})`

/** Returns a table of the objects in a JSON array as rows of this table. */
export const givenRecords = (table: string, json: string): RawBuilder<unknown> => sql`(
      select * from (
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb) given ${few}) given ${few})`
