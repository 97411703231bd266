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
  /** Milliseconds of processor time for one picture. */
  time: number
  /** Bytes resident, the program itself included. */
  memory: number
}
const startMillis = 20_000
const lookMillis = 50
/** How many times longer a picture may take than its processor time, on a machine that is busy. */
const mostDelay = 4
/** A third of the processor where passwords want it too: they go first, however many pictures come. */
const niceness = 5

export type Decoder = {
  /**
   * The picture; `unreadable` when it could not be read, or not within the limits; `late` when the
   * machine was too busy to find out.
   */
  decode(job: Job): Promise<Picture | 'unreadable' | 'late'>
  /** Whether it lives and has enough memory left for another one. */
  isFit(): Promise<boolean>
  /** Ends it, whatever it is doing; comes back when it is gone. */
  stop(): Promise<void>
}

/**
 * A process that turns pictures into pictures, one at a time. It knows nothing: no environment, no
 * connection but its pipes. Undefined when it does not start, which is logged.
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
  // It may end while it is being written to; that is seen in its answer.
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
    // Some containers allow no change; pictures then share the processor evenly.
  }
}

/** Kills when the time is over or the memory too much, until `end`, which says whether it was late. */
function holdTo(pid: number, { time, memory }: Limits, kill: () => void): { end(): boolean } {
  const started = performance.now()
  const usedBefore = processorMillis(pid)
  let isLate = false
  const looks = setInterval(() => {
    const passed = performance.now() - started
    const used = usedBefore === undefined ? passed : (processorMillis(pid) ?? 0) - usedBefore
    if (used >= time || passed >= mostDelay * time) {
      // With half of its time used the picture is too much work for any machine of this size.
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
