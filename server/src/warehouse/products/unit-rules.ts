import { foldKey } from '@stowage/contract/folding'
import { type Fraction, one } from '@stowage/contract/warehouse/quantities'

export type Unit = { code: string; numerator: string; denominator: string }

/** The unit of this name as a fraction of the base unit; undefined when the item has none. */
export function unitOf(
  name: string | null | undefined,
  base: string,
  units: readonly Unit[],
): Fraction | undefined {
  if (name === null || name === undefined) return one
  const key = foldKey(name)
  if (key === foldKey(base)) return one
  const unit = units.find(({ code }) => foldKey(code) === key)
  return unit && { numerator: BigInt(unit.numerator), denominator: BigInt(unit.denominator) }
}
