import type { Route } from '@stowage/contract/route'
import { withStepUp } from './step-up.ts'
import { ApiError, reach, type CallOf } from './transport.ts'

/** Amount of a file received so far. `lines` counts line ends. */
export type Received = { bytes: number; lines: number }

const patience = 30_000

/**
 * Receives the file of a route. Rejects with ApiError, also when the connection breaks before its
 * end, and with the reason of `signal` when that gives it up.
 */
export async function download<R extends Route>(
  route: R,
  call: CallOf<R>,
  { signal, onPiece }: { signal: AbortSignal; onPiece?: (received: Received) => void },
): Promise<{ name: string; content: Blob }> {
  const late = new AbortController()
  // Until it begins; how long the rest takes depends on its length.
  const timer = setTimeout(() => late.abort(), patience)
  const response = await withStepUp(
    () => reach(route, call, late.signal, { signal }),
    signal,
  ).finally(() => clearTimeout(timer))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const received = { bytes: 0, lines: 0 }
  try {
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      pieces.push(piece.value)
      received.bytes += piece.value.length
      received.lines += countLineEnds(piece.value)
      onPiece?.({ ...received })
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(0, { message: 'The connection broke off, so that nothing was saved.' })
  }
  return { name: nameOf(response), content: new Blob(pieces) }
}

function countLineEnds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}

const nameOf = ({ headers }: Response) =>
  /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download'
