import type pg from 'pg'

/** A node of a plan that was run, as PostgreSQL describes it. */
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** Read of one table by a statement, at one point of its plan. */
export type TableRead = {
  statement: string
  table: string
  how: string
  index: string | undefined
  /** Rows fetched, kept or not, in all loops. */
  rows: number
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  // To the connection that sent the statement, not to the log of the server.
  'auto_explain.log_level': 'notice',
}

/** Makes new connections to the database report the plan of each statement they run, with those that functions run. */
export async function reportPlans(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter database ${rows[0]?.name} set ${name} = '${value}'`)
}

/** Hears the plans that connections of the application report. */
export function hearPlans(pool: pg.Pool) {
  const heard: TableRead[] = []
  const known = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    client.on('notice', ({ message }) => {
      const json = /^duration: .*?plan:\n(.*)$/s.exec(message ?? '')?.[1]
      if (json) heard.push(...readsOf(JSON.parse(json) as { 'Query Text': string; Plan: Node }))
    })
  })
  return {
    /** Runs `work` and returns what was read meanwhile. */
    async during(work: () => Promise<unknown>): Promise<TableRead[]> {
      heard.length = 0
      await work()
      return heard.slice()
    },
  }
}

function readsOf({ 'Query Text': text, Plan }: { 'Query Text': string; Plan: Node }): TableRead[] {
  const statement = text.replace(/\s+/g, ' ').trim()
  return nodesOf(Plan).flatMap((node) => {
    const table = node['Relation Name']
    const loops = node['Actual Loops'] ?? 0
    if (!table || !node['Node Type'].endsWith('Scan')) return []
    const each =
      (node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    return {
      statement,
      table,
      how: node['Node Type'],
      index: node['Index Name'],
      rows: Math.round(each * loops),
    }
  })
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
