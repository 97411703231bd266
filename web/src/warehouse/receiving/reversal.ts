import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity, withoutZeros } from '../../app/quantity.ts'
import { compareQuantities, minus } from '../products/quantities.ts'

type Line = Receipt['lines'][number]

/** How much of a line is to be reversed, as typed; of pieces with serial numbers, which. */
export type Choice = { lineNo: number; qty: string; serials: readonly string[] }

/** Returns the quantity received on a line and not reversed yet. */
const leftOf = ({ qty, reversedQty }: Pick<Line, 'qty' | 'reversedQty'>): string =>
  minus(qty, reversedQty)

export const serialsLeft = ({
  serials,
  reversedSerials,
}: Pick<Line, 'serials' | 'reversedSerials'>): string[] =>
  serials.filter((code) => !reversedSerials.includes(code))

/** Everything that is left of every line. */
export const wholeOf = (lines: readonly Line[]): Choice[] =>
  lines
    .filter((line) => compareQuantities(leftOf(line), '0') > 0)
    .map((line) => ({
      lineNo: line.lineNo,
      qty: withoutZeros(leftOf(line)),
      serials: serialsLeft(line),
    }))

/** Returns the problem of the quantity typed for a line, if any. Without a quantity the line is left out. */
export function problemOf(line: Line, { qty }: Choice): string | undefined {
  if (qty.trim() === '') return undefined
  const read = readQuantity(qty)
  if (read === undefined) return 'Enter a number, such as 12 or 0.5'
  const left = leftOf(line)
  if (compareQuantities(read, left) > 0) return `At most ${formatQuantity(left)} ${line.unit}`
  return undefined
}

/** The lines of which anything is chosen, as the server takes them. */
export const chosenOf = (lines: readonly Line[], choices: readonly Choice[]) =>
  choices.flatMap(({ lineNo, qty, serials }) => {
    const line = lines.find((one) => one.lineNo === lineNo)
    const isSerial = (line?.serials.length ?? 0) > 0
    const read = isSerial ? String(serials.length) : (readQuantity(qty) ?? '0')
    if (compareQuantities(read, '0') <= 0) return []
    return [{ lineNo, qty: read, ...(isSerial && { serials: [...serials] }) }]
  })
