// Measures one statement without a server. Its argument is a JSON file: url, statement, parameter
// sets, connections, seconds. Prints executions per second.
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
const warmupMs = 500
const begin = performance.now() + warmupMs
const end = begin + seconds * 1000
let done = 0

async function loop(number: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let turn = Math.floor((number * parameters.length) / connections)
  while (performance.now() < end) {
    const values = parameters[turn++ % parameters.length] ?? []
    await client.query({ name: 'statement', text: statement, values })
    const now = performance.now()
    if (now >= begin && now <= end) done += 1
  }
  await client.end()
}

await Promise.all(Array.from({ length: connections }, (_, number) => loop(number)))
process.stdout.write(`${done / seconds}\n`)
