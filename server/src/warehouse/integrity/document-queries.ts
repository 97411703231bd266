import { sql, type RawBuilder } from 'kysely'
import { registered } from '../../registry.ts'

/**
 * Selects where documents and the moves they post disagree (I14), from what each kind of document says of its moves:
 * `rule`, `subject`, `expected` and `actual`. `since` null asks for all, else for what was recorded or changed from then on.
 */
export function checkPostings(platformId: string, since: Date | null): RawBuilder<unknown> {
  const isRecent = (column: string) =>
    since === null ? sql`true` : sql`${sql.ref(column)} >= ${since}`
  const checks = registered().documents.flatMap(({ type, table, key, posts }) => {
    if (!posts) return []
    const id = sql.ref(`d.${key}`)
    const isMoveOfKind = sql`m.platform_id = ${platformId} and m.source_type = ${sql.lit(type)}
        and ${isRecent('m.recordedAt')}`
    const joined = sql`${sql.table(table)} d on d.platform_id = m.platform_id and ${id} = m.source_id`
    const orphans = sql`
      select 'I14', ${sql.lit(`${type} move `)} || m.move_id, 'its document',
        coalesce(m.source_id::text, 'none')
      from tenant.stock_moves m left join ${joined}
      where ${isMoveOfKind} and d.number is null`
    if (posts.column === undefined) return [orphans]
    const moveId = sql.ref(`d.${posts.column}`)
    const document = sql`${sql.lit(`${type} `)} || d.number`
    const states = sql.join(posts.in.map((state) => sql.lit(state)))
    const kinds = sql.join(posts.kinds.map((kind) => sql.lit(kind)))
    const withMove = (on: RawBuilder<unknown>) => sql`
      from ${sql.table(table)} d
      left join tenant.stock_moves m on m.platform_id = d.platform_id and ${on} = ${moveId}
      where d.platform_id = ${platformId} and ${isRecent('d.updatedAt')}`
    return [
      orphans,
      sql`
        select 'I14', ${document}, 'its move', coalesce(m.source_id::text, 'none')
        ${withMove(sql`m.move_id`)}
          and ${posts.isOptional ? sql`${moveId} is not null` : sql`d.state in (${states})`}
          and (m.source_id = ${id} and m.kind in (${kinds})) is not true`,
      // A document that moved stock stays in a state that says so.
      sql`
        select 'I14', ${document}, ${sql.lit(`${posts.in[0]} by move `)} || m.move_id, d.state
        from tenant.stock_moves m join ${joined}
        where ${isMoveOfKind} and d.state not in (${states})`,
      ...(posts.undone === undefined
        ? []
        : [
            sql`
              select 'I14', ${document}, 'undone with its move', d.state
              ${withMove(sql`m.reverses_move_id`)}
                and ${moveId} is not null
                and (d.state = ${sql.lit(posts.undone)}) <> (m.move_id is not null)`,
          ]),
    ]
  })
  return sql`${sql.join(checks, sql` union all `)}`
}
