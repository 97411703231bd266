import type pg from 'pg'

const atOnce = 1_000
/** Sign-in tables of an account whose rows depend on nothing that only the control database has. */
const tablesOfAccounts = ['identity.credentials', 'identity.totp_factors', 'identity.passkeys']

/** Adds the accounts that a cell has a copy of and the control database does not have. Returns how many. */
export async function bringAccounts(cell: pg.ClientBase, control: pg.ClientBase): Promise<number> {
  let brought = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await cell.query<{ id: string; row: string }>(
      `select id, to_jsonb(a)::text as row from identity.accounts a where id > $1
       order by id limit ${atOnce}`,
      [last],
    )
    const added = await insert(
      control,
      'identity.accounts',
      rows.map(({ row }) => row),
      'id',
    )
    for (const table of added.length > 0 ? tablesOfAccounts : []) {
      const found = await cell.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${table} t where account_id = any($1)`,
        [added],
      )
      await insert(
        control,
        table,
        found.rows.map(({ row }) => row),
        'account_id',
      )
    }
    brought += added.length
    if (rows.length < atOnce) return brought
    last = rows.at(-1)?.id ?? last
  }
}

/** Inserts rows, given as JSON, that are not there. Returns this column of those it inserted. */
async function insert(client: pg.ClientBase, table: string, rows: string[], column: string) {
  const inserted = await client.query<{ value: string }>(
    `insert into ${table} select r.* from unnest($1::jsonb[]) as each (row),
       jsonb_populate_record(null::${table}, each.row) r
     on conflict do nothing returning ${column} as value`,
    [rows],
  )
  return inserted.rows.map(({ value }) => value)
}
