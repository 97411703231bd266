import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { processorMillis, residentBytes } from './resident.ts'
import {
  longestAnswer,
  readAnswer,
  readerOf,
  ready,
  writeJob,
  type Job,
  type Picture,
} from './wire.ts'

const program = fileURLToPath(new URL('decode.ts', import.meta.url))

export type Limits = {
  /** Milliseconds of CPU time for one image. */
  time: number
  /** Bytes of resident memory, including the program. */
  memory: number
}
const startMillis = 20_000
const lookMillis = 50
/** Factor of its CPU time that an image may take on a busy machine. */
const mostDelay = 4
/** Lower priority than password hashing: about a third of the CPU when both compete. */
const niceness = 5

export type Decoder = {
  /**
   * Decodes an image. `unreadable`: invalid or over the limits. `late`: the machine was too busy.
   */
  decode(job: Job): Promise<Picture | 'unreadable' | 'late'>
  /** Returns whether the process is alive and has enough memory for another image. */
  isFit(): Promise<boolean>
  /** Kills the process and resolves when it is gone. */
  stop(): Promise<void>
}

/**
 * Starts a process that converts images one at a time, without environment or connections except
 * its pipes. Returns undefined and logs if it does not start.
 */
export async function startDecoder(log: Logger, limits: Limits): Promise<Decoder | undefined> {
  const child = spawn(process.execPath, [program], { env: {}, stdio: 'pipe' })
  let alive = true
  const gone = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error'])
      child.once(event, () => {
        alive = false
        resolve()
      })
  })
  // The process may end during a write. The missing answer shows it.
  child.stdin.on('error', () => {})
  let said = ''
  child.stderr.on('data', (part) => (said = `${said}${String(part)}`.slice(-2000)))
  const take = readerOf(child.stdout, longestAnswer)
  const kill = () => void child.kill('SIGKILL')
  const stop = () => {
    kill()
    return gone
  }

  const late = setTimeout(kill, startMillis)
  const hello = await take(ready.length)
  clearTimeout(late)
  const { pid } = child
  if (!hello || pid === undefined) {
    await stop()
    log.error({ said }, 'the program that reads pictures does not start')
    return undefined
  }
  yieldTo(pid)

  return {
    async decode(job) {
      const hold = holdTo(pid, limits, kill)
      for (const part of writeJob(job)) child.stdin.write(part)
      const answer = await readAnswer(take)
      const isLate = hold.end()
      if (answer !== 'broken') return answer
      await stop()
      return isLate ? 'late' : 'unreadable'
    },
    async isFit() {
      const bytes = await residentBytes(pid)
      return alive && bytes > 0 && bytes < limits.memory / 2
    },
    stop,
  }
}

function yieldTo(pid: number) {
  try {
    setPriority(pid, niceness)
  } catch {
    // Some containers forbid it. Images then share the CPU evenly.
  }
}

/**
 * Kills the process when it exceeds its time or memory, until `end`, which returns whether it was
 * late.
 */
function holdTo(pid: number, { time, memory }: Limits, kill: () => void): { end(): boolean } {
  const started = performance.now()
  const usedBefore = processorMillis(pid)
  let isLate = false
  const looks = setInterval(() => {
    const passed = performance.now() - started
    const used = usedBefore === undefined ? passed : (processorMillis(pid) ?? 0) - usedBefore
    if (used >= time || passed >= mostDelay * time) {
      // If less than half of the CPU time was used, the machine was too busy.
      isLate = used < time / 2
      kill()
    }
    void residentBytes(pid).then((bytes) => bytes > memory && kill())
  }, lookMillis)
  return {
    end() {
      clearInterval(looks)
      return isLate
    },
  }
}
