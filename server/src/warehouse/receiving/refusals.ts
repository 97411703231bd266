import { fail, failField } from '../../errors.ts'
import { dayIn, refusalOfLot } from '../lots/rules.ts'
import type { LineRow } from './queries.ts'

/** A document has at most so many lines, each serial number counted as one. */
const mostPieces = 1000

/**
 * Stock that is available from the day it came needs a lot that is not on hold and keeps for a while; with
 * another status it may be of any lot.
 */
export function requireFresh(
  lines: readonly LineRow[],
  effectiveAt: string | undefined,
  timezone: string,
  at: Date,
) {
  const aging = lines.filter(({ lot, status }) => lot && status === 'available')
  if (aging.length === 0) return
  const day = dayIn(effectiveAt === undefined ? at : new Date(effectiveAt), timezone)
  const refused = aging.flatMap((line) => {
    const wrong = refusalOfLot(line, day, line.minRemainingDays)
    return wrong ? { ...wrong, line } : []
  })
  const [first] = refused
  if (!first) return
  const { code } = first
  const same = refused.filter((one) => one.code === code)
  fail(code, {
    details: same.map(({ line, message }) => ({
      path: `lines.${lines.indexOf(line)}.${code === 'lot_on_hold' ? 'lotCode' : 'expiresOn'}`,
      message,
    })),
    blockers: same.map(({ blocker, line }) => ({ ...blocker, lineNo: line.lineNo })),
  })
}

/** Not too much at once, and no piece that is there already. */
export function requireSound(lines: readonly LineRow[]) {
  const pieces = lines.reduce((sum, { serials }) => sum + Math.max(1, serials.length), 0)
  if (pieces > mostPieces)
    failField('lines', `A receipt has at most ${mostPieces} lines and serial numbers`)
  const seen = new Set<string>()
  for (const [i, { serials }] of lines.entries())
    for (const { serialId, code, isInStock } of serials) {
      if (isInStock || seen.has(serialId)) {
        const message = `Serial number ${code} is already in stock`
        fail('serial_duplicate', { details: [{ path: `lines.${i}.serials`, message }] })
      }
      seen.add(serialId)
    }
}
