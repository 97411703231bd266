import { parseArgs } from 'node:util'

/** Parses the options of all benches. */
export function readFlags() {
  const { values } = parseArgs({
    options: {
      write: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '4' },
      /** Only for the audit log bench. Fewer events load faster. */
      events: { type: 'string', default: '10000000' },
      /** Only for the reading bench: ledger rows, and the directory of its database. */
      rows: { type: 'string', default: '10000000' },
      data: { type: 'string' },
      /** Only for the orders bench: orders in the lists. */
      orders: { type: 'string', default: '1000000' },
      /** Only for the neighbors bench: one kind of load. */
      only: { type: 'string' },
    },
  })
  const roundMs = Number(values.seconds) * 1000
  if (!(roundMs >= 200 && roundMs <= 60_000)) throw new Error('--seconds: from 0.2 to 60')
  const events = Number(values.events)
  if (!(events >= 100_000 && events <= 100_000_000)) throw new Error('--events: from 100000')
  const rows = Number(values.rows)
  if (!(rows >= 500_000 && rows <= 100_000_000)) throw new Error('--rows: from 500000')
  const orders = Number(values.orders)
  if (!(orders >= 20_000 && orders <= 10_000_000)) throw new Error('--orders: from 20000')
  return {
    isWritten: values.write,
    roundMs,
    events,
    rows,
    orders,
    keptAt: values.data,
    only: values.only,
  }
}
