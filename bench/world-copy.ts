import type pg from 'pg'

/** The driver's interface for custom queries, missing in its types. */
type Wire = pg.Connection & {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
  stream: { writableNeedDrain: boolean; once(event: 'drain', then: () => void): void }
}

const pieceBytes = 64 * 1024

/** Escapes a value for COPY. */
const escaped = (value: unknown) =>
  value === null
    ? '\\N'
    : typeof value === 'string'
      ? value.replace(/[\\\t\n\r]/g, (mark) => `\\${mark}`)
      : String(value)

/** Inserts rows by COPY. Returns their number. */
export function copyInto(
  client: pg.Client,
  target: string,
  rows: Iterable<readonly unknown[]>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let failure: unknown
    const send = async (wire: Wire) => {
      let piece = ''
      const flush = async () => {
        wire.sendCopyFromChunk(Buffer.from(piece))
        piece = ''
        if (wire.stream.writableNeedDrain)
          await new Promise<void>((drained) => wire.stream.once('drain', drained))
      }
      for (const row of rows) {
        piece += `${row.map(escaped).join('\t')}\n`
        count += 1
        if (piece.length > pieceBytes) await flush()
      }
      await flush()
      wire.endCopyFrom()
    }
    // The interface the driver requires of a query.
    const asked = {
      submit: (connection: Wire) => connection.query(`copy ${target} from stdin`),
      handleCopyInResponse(connection: Wire) {
        send(connection).catch((error: unknown) => {
          failure = error
          connection.sendCopyFail(String(error))
        })
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => (failure ? reject(failure as Error) : resolve(count)),
      handleError(error: Error) {
        failure ??= error
        reject(error)
      },
    }
    client.query(asked as unknown as pg.Submittable)
  })
}
