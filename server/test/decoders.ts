import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** The decoders a process has started, by the list of processes; also those that are ending. */
export function decodersOf(parent: number): { pid: number; state: string; nice: number }[] {
  const list = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,nice=,args='], { encoding: 'utf8' })
  return list
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(-?\d+)\s+(.*)$/.exec(line))
    .filter((found) => Number(found?.[2]) === parent)
    .filter((found) => /images\/decode\.ts|^\[/.test(found?.[5] ?? ''))
    .map((found) => ({
      pid: Number(found?.[1]),
      state: found?.[3] ?? '',
      nice: Number(found?.[4]),
    }))
}

/** Comes back once `is` holds; a test that waits in vain is ended by its own time limit. */
export async function until(is: () => boolean) {
  while (!is()) await sleep(20)
}
