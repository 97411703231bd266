import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { compareQuantities, minus } from '../products/quantities.ts'

type Line = Receipt['lines'][number]

/** The quantity that should have been received on a line, as typed; of pieces with serial numbers, which are reversed. */
export type Choice = { lineNo: number; qty: string; serials: readonly string[] }

/** Returns the quantity received on a line and not reversed yet. */
export const leftOf = ({ qty, reversedQty }: Pick<Line, 'qty' | 'reversedQty'>): string =>
  minus(qty, reversedQty)

export const serialsLeft = ({
  serials,
  reversedSerials,
}: Pick<Line, 'serials' | 'reversedSerials'>): string[] =>
  serials.filter((code) => !reversedSerials.includes(code))

const anyLeft = (lines: readonly Line[]) =>
  lines.filter((line) => compareQuantities(leftOf(line), '0') > 0)

/** Returns the lines of which something is left, with nothing to correct. */
export const blankOf = (lines: readonly Line[]): Choice[] =>
  anyLeft(lines).map(({ lineNo }) => ({ lineNo, qty: '', serials: [] }))

/** Returns the lines of which something is left, all of it to reverse. */
export const wholeOf = (lines: readonly Line[]): Choice[] =>
  anyLeft(lines).map((line) => ({ lineNo: line.lineNo, qty: '0', serials: serialsLeft(line) }))

/** Returns the problem of the quantity typed for a line, if any. Without a quantity the line stays as it is. */
export function problemOf(line: Line, { qty }: Choice): string | undefined {
  if (qty.trim() === '') return undefined
  const read = readQuantity(qty)
  if (read === undefined) return 'Enter a number, such as 12 or 0.5'
  const left = leftOf(line)
  if (compareQuantities(read, left) > 0)
    return `At most ${formatQuantity(left)} ${line.unit}. Receive more with a new receipt.`
  return undefined
}

/** Returns the quantity to reverse of each line that is corrected. */
export const chosenOf = (lines: readonly Line[], choices: readonly Choice[]) =>
  choices.flatMap(({ lineNo, qty, serials }) => {
    const line = lines.find((one) => one.lineNo === lineNo)
    const isSerial = (line?.serials.length ?? 0) > 0
    const correct = readQuantity(qty)
    if (!line || (!isSerial && correct === undefined)) return []
    const reversed = isSerial ? String(serials.length) : minus(leftOf(line), correct ?? '0')
    if (compareQuantities(reversed, '0') <= 0) return []
    return [{ lineNo, qty: reversed, ...(isSerial && { serials: [...serials] }) }]
  })
