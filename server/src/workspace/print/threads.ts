import type { Unprintable } from '@stowage/contract/unprintable'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fail } from '../../errors.ts'
import { openTurnsByKey } from '../../concurrency/turns.ts'
import type { Drawing, DrawingJob } from './draw.ts'

const program = new URL('thread.ts', import.meta.url)
/**
 * Two, so one label does not wait for two thousand, and one of each platform. More would take the processors from
 * requests.
 */
const turns = openTurnsByKey({ total: 2, each: 1, waiting: 8 }, 10_000)
/** A thread that has nothing to draw for so long gives its memory back. */
const idleMillis = 60_000

type Idle = { thread: Worker; end: NodeJS.Timeout }
const idle: Idle[] = []

/**
 * Draws what `prepare` returns away from the thread that answers requests, in a turn of `key`. Fails with `unavailable`
 * before `prepare` reads anything if too many wait, and with `unprintable` where no font has a character.
 */
export async function drawInThread(
  key: string,
  prepare: () => Promise<DrawingJob>,
): Promise<Uint8Array> {
  const leave = await turns.enter(key)
  try {
    return await drawNow(await prepare())
  } finally {
    leave()
  }
}

async function drawNow(job: DrawingJob): Promise<Uint8Array> {
  const thread = takeThread()
  thread.ref()
  thread.postMessage(job)
  // Rejects with the thread's error when it ends instead of answering.
  const [drawing] = (await once(thread, 'message')) as [Drawing]
  keep(thread)
  return 'file' in drawing ? drawing.file : refuse(drawing.unprintable)
}

/** Characters that a refusal names; more of them tell nobody more. */
const mostNamed = 20

function refuse(unprintable: readonly Unprintable[]): never {
  const [first] = unprintable
  const more = unprintable.length - 1
  fail('unprintable', {
    message: `“${first?.character}” in “${first?.text}” can’t be printed${more > 0 ? `, and ${more} more` : ''}.`,
    characters: unprintable.slice(0, mostNamed),
  })
}

function takeThread(): Worker {
  const kept = idle.pop()
  if (!kept) return new Worker(program, { execArgv: [], env: {} })
  clearTimeout(kept.end)
  return kept.thread
}

/** Idle threads keep no process alive. */
function keep(thread: Worker) {
  thread.unref()
  const end = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.thread === thread),
      1,
    )
    void thread.terminate()
  }, idleMillis).unref()
  idle.push({ thread, end })
}
