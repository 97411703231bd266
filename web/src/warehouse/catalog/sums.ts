import { fromQuanta, toQuanta } from '@stowage/contract/warehouse/quantities'

/** The sum of quantities of one variant, without a rounding on the way. */
export function sumOf(quantities: readonly string[], scale: number): string {
  const quanta = quantities.map((text) => {
    const read = toQuanta(text, scale)
    return 'quanta' in read ? read.quanta : 0n
  })
  return fromQuanta(
    quanta.reduce((sum, one) => sum + one, 0n),
    scale,
  )
}
