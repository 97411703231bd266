import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOrUndefined } from '../src/database/process-identity.ts'

/** The decoders a process has started; also those that are ending. */
export function decodersOf(parent: number): { pid: number; state: string; nice: number }[] {
  return readdirSync('/proc').flatMap((pid) => {
    const stat = /^\d+$/.test(pid) && readOrUndefined(`/proc/${pid}/stat`)
    if (!stat) return []
    // After the name, which may have spaces and parentheses itself: see proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state = '', ppid] = fields
    if (Number(ppid) !== parent) return []
    const command = readOrUndefined(`/proc/${pid}/cmdline`)
    // One that has ended has no command line any more.
    const isDecoder = command === '' || command?.includes('images/decode.ts')
    return isDecoder ? [{ pid: Number(pid), state, nice: Number(fields[16]) }] : []
  })
}

/** Comes back once `is` holds; a test that waits in vain is ended by its own time limit. */
export async function until(is: () => boolean) {
  while (!is()) await sleep(20)
}
