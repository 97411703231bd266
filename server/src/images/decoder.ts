import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { residentBytes } from './resident.ts'
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
  /** Milliseconds for one picture. */
  time: number
  /** Bytes resident, the program itself included. */
  memory: number
}
const startMillis = 20_000
const lookMillis = 50
/** A third of the processor where passwords want it too: they go first, however many pictures come. */
const niceness = 5

export type Decoder = {
  /** The picture, or undefined when it could not be read, or not within the limits. */
  decode(job: Job): Promise<Picture | undefined>
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
      const letGo = holdTo(pid, limits, kill)
      for (const part of writeJob(job)) child.stdin.write(part)
      const answer = await readAnswer(take)
      letGo()
      if (answer === 'broken') await stop()
      return typeof answer === 'string' ? undefined : answer
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

/** Kills when the time is over or the memory too much, until what it returns is called. */
function holdTo(pid: number, { time, memory }: Limits, kill: () => void): () => void {
  const timer = setTimeout(kill, time)
  const looks = setInterval(() => {
    void residentBytes(pid).then((bytes) => bytes > memory && kill())
  }, lookMillis)
  return () => {
    clearTimeout(timer)
    clearInterval(looks)
  }
}
