import { fromQuanta, share, toQuanta } from '@stowage/contract/warehouse/quantities'
import type { ReversedPart } from './queries.ts'

type Serial = { serialId: string; code: string; isReversed: boolean }
type Line = {
  lineNo: number
  sku: string
  unit: string
  qtyScale: number
  quanta: string
  reversed: string
  serials: readonly Serial[]
}

/** So much of one line of a receipt, in quanta; of pieces with serial numbers these. */
export type Part = ReversedPart

type Refusal = {
  code: 'uom_not_exact' | 'validation_failed' | 'serial_required'
  field: 'qty' | 'serials'
  message: string
  nearest?: string[]
}

const leftOf = ({ quanta, reversed }: Line) => BigInt(quanta) - BigInt(reversed)
const serialsLeft = ({ serials }: Line) => serials.filter(({ isReversed }) => !isReversed)

/** All that was not reversed before; a line of which nothing is left is not among it. */
export const restOf = (lines: readonly Line[]): Part[] =>
  lines
    .filter((line) => leftOf(line) > 0n)
    .map((line) => ({
      lineNo: line.lineNo,
      quanta: String(leftOf(line)),
      serialIds: serialsLeft(line).map(({ serialId }) => serialId),
    }))

/** A part of a line as somebody asks for it, or why it cannot be. */
export function choosePart(
  line: Line,
  { qty, serials }: { qty: string; serials?: readonly string[] | undefined },
): Part | Refusal {
  const { lineNo, sku, unit, qtyScale } = line
  const read = toQuanta(qty, qtyScale, { numerator: 1n, denominator: 1n })
  if (!('quanta' in read))
    return {
      code: 'uom_not_exact',
      field: 'qty',
      message: `${qty} ${unit} of ${sku} is not a whole quantity.`,
      nearest: read.nearest,
    }
  const left = leftOf(line)
  if (read.quanta > left)
    return {
      code: 'validation_failed',
      field: 'qty',
      message: `Only ${fromQuanta(left, qtyScale)} ${unit} of line ${lineNo} can be reversed.`,
    }
  const pieces = chooseSerials(line, read.quanta, serials)
  if ('code' in pieces) return pieces
  return { lineNo, quanta: String(read.quanta), serialIds: pieces.map(({ serialId }) => serialId) }
}

/**
 * Returns the serial numbers to reverse. They need not be named if all that is left of a line is reversed.
 */
function chooseSerials(
  line: Line,
  quanta: bigint,
  codes: readonly string[] | undefined,
): readonly Serial[] | Refusal {
  const refusal = (code: Refusal['code'], message: string): Refusal => ({
    code,
    field: 'serials',
    message,
  })
  const left = serialsLeft(line)
  if (line.serials.length === 0)
    return codes?.length
      ? refusal('validation_failed', `${line.sku} is not tracked by serial number.`)
      : []
  if (codes === undefined && quanta === leftOf(line)) return left
  const wanted = new Set(codes)
  const chosen = left.filter(({ code }) => wanted.has(code))
  const unknown = [...wanted].find((code) => !left.some((one) => one.code === code))
  if (unknown !== undefined)
    return refusal(
      'validation_failed',
      `Serial number ${unknown} is not on line ${line.lineNo}, or already reversed.`,
    )
  if (BigInt(chosen.length) !== quanta)
    return refusal(
      'serial_required',
      `Choose ${quanta} serial numbers of line ${line.lineNo}; ${chosen.length} are chosen.`,
    )
  return chosen
}

/** A part of one line of the move that brought the receipt, with what was reversed of that line before. */
export type MovePart = { lineNo: number; qty: string; before: string }

/**
 * The parts as those of the receipt's move. Its lines are those of the receipt in their order, and each
 * serial number is a line of its own there.
 */
export function moveParts(lines: readonly Line[], parts: readonly Part[]): MovePart[] {
  const partOf = new Map(parts.map((part) => [part.lineNo, part]))
  let next = 1
  return lines.flatMap((line) => {
    const first = next
    next += Math.max(1, line.serials.length)
    const part = partOf.get(line.lineNo)
    if (!part) return []
    if (line.serials.length === 0)
      return [{ lineNo: first, qty: part.quanta, before: line.reversed }]
    return line.serials.flatMap(({ serialId }, i) =>
      part.serialIds.includes(serialId) ? [{ lineNo: first + i, qty: '1', before: '0' }] : [],
    )
  })
}

/**
 * Returns the value of a part in micros: its share of the line's value on receipt. The parts of a line add up
 * to exactly that, because each is rounded together with those before it.
 */
export function valueOfPart(
  { qty, valueMicros }: { qty: string; valueMicros: string },
  part: Pick<MovePart, 'qty' | 'before'>,
): bigint {
  const [all, value, before] = [BigInt(qty), BigInt(valueMicros), BigInt(part.before)]
  return share(value, before + BigInt(part.qty), all) - share(value, before, all)
}
