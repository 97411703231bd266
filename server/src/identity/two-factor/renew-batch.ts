import { randomBytes } from 'node:crypto'
import { newId } from '../../database/ids.ts'
import type { Secrets } from '../../crypto/secrets.ts'
import type { Batch } from './queries.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const batchSize = 10

/** Returns ten codes of 50 random bits, `XXXXX-XXXXX`, and what is stored of them. */
export function newBatch(secrets: Secrets, accountId: string, at: Date) {
  const codes = Array.from({ length: batchSize }, newCode)
  const batchId = newId()
  const batch: Batch = {
    accountId,
    batchId,
    codesCipher: secrets.seal('backup-display', JSON.stringify(codes), accountId + batchId),
    generatedAt: at,
    macs: macsOf(secrets, accountId, codes),
  }
  return { codes, batch }
}

const macsOf = (secrets: Secrets, accountId: string, codes: readonly string[]): Buffer[] =>
  codes.map((code) => secrets.mac('backup-verify', accountId + code.replace('-', '')))

type Shown = Pick<Batch, 'accountId' | 'batchId' | 'codesCipher'>

/** Returns all codes of a batch, in order. */
export function openBatch(secrets: Secrets, { accountId, batchId, codesCipher }: Shown): string[] {
  const plain = secrets.open('backup-display', codesCipher, accountId + batchId)
  return JSON.parse(plain.toString()) as string[]
}

/** Encrypts a batch under the current secret. Returns undefined if it already is. */
export function renewBatch(
  secrets: Secrets,
  batch: Shown,
): Pick<Batch, 'accountId' | 'batchId' | 'codesCipher' | 'macs'> | undefined {
  const { accountId, batchId } = batch
  const codesCipher = secrets.reseal('backup-display', batch.codesCipher, accountId + batchId)
  if (!codesCipher) return undefined
  return {
    accountId,
    batchId,
    codesCipher,
    macs: macsOf(secrets, accountId, openBatch(secrets, batch)),
  }
}

/** Returns the accepted hashes of a code. `symbols` as returned by `readCode`. */
export const backupCodeMacs = (secrets: Secrets, accountId: string, symbols: string): Buffer[] =>
  secrets.macs('backup-verify', accountId + symbols)

/** Uses five bits of each byte, so all symbols are equally likely. */
function newCode(): string {
  const symbols = [...randomBytes(10)].map((byte) => alphabet.charAt(byte & 31)).join('')
  return `${symbols.slice(0, 5)}-${symbols.slice(5)}`
}
