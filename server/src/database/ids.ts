import { randomFillSync } from 'node:crypto'

let lastMillis = 0
let counter = 0

const bytesPerId = 16
// Random bytes for many ids, because the call costs more than the bytes.
const pool = Buffer.alloc(256 * bytesPerId)
let used = pool.length

/**
 * Returns a UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, a 12-bit counter, 62 random bits. Ids
 * of one process sort in creation order, which keeps inserts at the end of an index. They are no
 * proof of a time.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMillis) {
    lastMillis = now
    counter = 0
  } else if (++counter > 0xfff) {
    // The counter is exhausted or the clock went back, so use the next millisecond.
    lastMillis += 1
    counter = 0
  }
  const bytes = freshBytes()
  bytes.writeUIntBE(lastMillis, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function freshBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytesPerId
  return pool.subarray(used - bytesPerId, used)
}
