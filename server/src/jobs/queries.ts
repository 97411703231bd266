type Execute = (text: string, values: unknown[]) => Promise<{ rows: { name: string }[] }>

/**
 * Lists which of these queues have jobs that may run now: one look at an index for each. By the clock of the
 * database, as the queue library decides it.
 */
export async function listDueQueues(execute: Execute, names: readonly string[]): Promise<string[]> {
  const { rows } = await execute(
    `select name from unnest($1::text[]) as name
     where exists (
       select from pgboss.job
       where job.name = name.name and state < 'active' and not blocked and start_after <= current_timestamp
     )`,
    [names],
  )
  return rows.map(({ name }) => name)
}
