// Measures one statement without a server. Its argument is a JSON file: url, statement, parameter
// sets, connections, seconds. `{fresh}` in a parameter is a new id each time. Prints executions per
// second.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'

export type RawPlan = {
  url: string
  statement: string
  parameters: unknown[][]
  connections: number
  seconds: number
}

const { url, statement, parameters, connections, seconds } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as RawPlan
/** Runs per connection before the measurement, because the first ones plan the statement. */
const warmupRuns = 12
let done = 0

async function open(number: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let turn = Math.floor((number * parameters.length) / connections)
  const run = () => {
    const values = (parameters[turn++ % parameters.length] ?? []).map((value) =>
      typeof value === 'string' ? value.replaceAll('{fresh}', () => randomUUID()) : value,
    )
    return client.query({ name: 'statement', text: statement, values })
  }
  for (let count = 0; count < warmupRuns; count += 1) await run()
  return { client, run }
}

const opened = await Promise.all(Array.from({ length: connections }, (_, number) => open(number)))
const end = performance.now() + seconds * 1000
await Promise.all(
  opened.map(async ({ client, run }) => {
    while (performance.now() < end) {
      await run()
      if (performance.now() <= end) done += 1
    }
    await client.end()
  }),
)
process.stdout.write(`${done / seconds}\n`)
