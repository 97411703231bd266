import { fromQuanta } from '@stowage/contract/warehouse/quantities'

/** The sum of quantities of one variant, each with all of its decimals and however large. */
export const sumOf = (quantities: readonly string[], scale: number): string =>
  fromQuanta(
    quantities.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n),
    scale,
  )
