// Clients that work all the time, each with a session of its own. What they ask for carries a key, and is asked for again
// with the same key until it is acknowledged.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

type Credentials = { email: string; password: string }
type Tokens = { accessToken: string; refreshToken: string }
/** A document to ask for, marked with `key`. */
export type Work = (key: string) => { path: string; body: object }
/**
 * Faults found, number of times clients were asked to wait, and longest wait for a document in milliseconds.
 */
type Tally = { faults: string[]; waits: number; longest: number }
type Options = {
  /** A proxy answers for a server that was killed, and ends its connections. */
  isBehindProxy?: boolean
}
type Done = { json: unknown; beganAt: number }

const answerWithinMs = 20_000
const pauseMs = 300

/** A signed-in member. Its access token is renewed as a browser does it. */
async function signIn(
  workspace: string,
  credentials: Credentials,
  tally: Tally,
  { isBehindProxy = false }: Options,
) {
  const isWait = (answer: Response) =>
    (answer.status === 503 && answer.headers.has('retry-after')) ||
    (isBehindProxy && [502, 504].includes(answer.status))

  const send = (path: string, key: string, body: object, token?: string) =>
    fetch(`${workspace}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerWithinMs),
    })

  /** Sends until it is answered with success. Whatever is neither that nor a polite 503 is a fault. */
  async function sendUntilDone(
    path: string,
    key: string,
    body: object,
    token?: () => string,
  ): Promise<Done | 'signed out'> {
    for (;;) {
      const beganAt = performance.now()
      const answer = await send(path, key, body, token?.()).catch((error: unknown) => error)
      if (!(answer instanceof Response) && isBehindProxy) tally.waits += 1
      else if (!(answer instanceof Response)) tally.faults.push(`${path}: ${String(answer)}`)
      else if (answer.ok) return { json: await answer.json(), beganAt }
      else if (answer.status === 401 && token) return 'signed out'
      else if (isWait(answer)) tally.waits += 1
      else tally.faults.push(`${path}: ${answer.status} ${await answer.text()}`)
      if (tally.faults.length > 20) throw new Error(tally.faults.join('\n'))
      await sleep(pauseMs)
    }
  }

  const exchange = async (path: string, body: object): Promise<Tokens> => {
    const done = await sendUntilDone(path, randomUUID(), body)
    if (done === 'signed out') throw new Error('A session has ended.')
    return (done.json as { tokens: Tokens }).tokens
  }
  let tokens = await exchange('login', credentials)
  let renewed = 0
  return {
    get renewed() {
      return renewed
    },
    async post(path: string, key: string, body: object): Promise<Done> {
      for (;;) {
        const done = await sendUntilDone(path, key, body, () => tokens.accessToken)
        if (done !== 'signed out') return done
        tokens = await exchange('refresh', { refreshToken: tokens.refreshToken })
        renewed += 1
      }
    },
  }
}

type Session = Awaited<ReturnType<typeof signIn>>

/** Starts a client for each work, which does it again and again until `stop`. */
export async function startClients(
  workspace: string,
  credentials: Credentials,
  works: readonly Work[],
  options: Options = {},
) {
  const tally: Tally = { faults: [], waits: 0, longest: 0 }
  const sessions: Session[] = []
  // One after the other: attempts of one account at the same time would be slowed down.
  while (sessions.length < works.length)
    sessions.push(await signIn(workspace, credentials, tally, options))
  const keys = new Set<string>()
  /** When each client last had an answer to what it asked after the moment that is being watched. */
  let watch: { since: number; first: Map<number, number> } | undefined
  let isRunning = true

  const running = works.map(async (work, i) => {
    const session = sessions[i]
    while (isRunning && session) {
      const key = randomUUID()
      const { path, body } = work(key)
      const since = performance.now()
      const done = await session.post(path, key, body)
      keys.add(key)
      tally.longest = Math.max(tally.longest, Math.round(performance.now() - since))
      if (watch && done.beganAt > watch.since && !watch.first.has(i))
        watch.first.set(i, performance.now())
    }
  })
  // Reported when it is stopped.
  for (const each of running) each.catch(() => {})
  return {
    /** How many documents were acknowledged. */
    done: () => keys.size,
    /** The keys of the documents that were acknowledged until now. */
    acknowledged: () => new Set(keys),
    /** Returns the longest time in milliseconds a client waited for a document since the last call. */
    longest() {
      const { longest } = tally
      tally.longest = 0
      return longest
    },
    /** From now on: the milliseconds until all clients write again. */
    watch() {
      const own = { since: performance.now(), first: new Map<number, number>() }
      watch = own
      return () =>
        own.first.size < works.length
          ? undefined
          : Math.round(Math.max(...own.first.values()) - own.since)
    },
    async stop() {
      isRunning = false
      await Promise.all(running)
      const renewals = sessions.reduce((sum, { renewed }) => sum + renewed, 0)
      return { keys, renewals, ...tally }
    },
  }
}
