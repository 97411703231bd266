import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../database/postmaster.ts'
import type { Cells, OtherCell } from './cells.ts'

const everyMs = 5_000

/**
 * Looks for new cells every five seconds until `stop`, and calls `onCell` once for each that can be used. A call that
 * fails is repeated.
 */
export function followCells(cells: Cells, log: Log, onCell: (cell: OtherCell) => Promise<void>) {
  const stopping = new AbortController()
  const begun = new Set<string>()

  async function look() {
    await cells.refresh()
    for (const cell of cells.ready()) {
      if (begun.has(cell.name)) continue
      await onCell(cell)
      begun.add(cell.name)
    }
  }

  async function rounds() {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) =>
        log.warn(`The list of cells could not be read: ${String(error)}`),
      )
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = rounds()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
