import { parseArgs } from 'node:util'

/** The options every bench has. */
export function readFlags() {
  const { values } = parseArgs({
    options: {
      write: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '4' },
    },
  })
  const roundMs = Number(values.seconds) * 1000
  if (!(roundMs >= 200 && roundMs <= 60_000)) throw new Error('--seconds: from 0.2 to 60')
  return { isWritten: values.write, roundMs }
}
