type Tracked = { tracking: 'none' | 'lot' | 'serial'; sku: string }
type Marks = { lotCode?: string | undefined; serials?: readonly string[] | undefined }
type Refusal = {
  code: 'lot_required' | 'lot_not_allowed' | 'serial_required' | 'validation_failed'
  field: 'lotCode' | 'serials'
  message: string
}

/**
 * What is wrong with the lot and the serial numbers of a line, if anything: an item has those it is
 * kept by and no others, one serial number for each piece.
 */
export function refusalOfMarks(
  { tracking, sku }: Tracked,
  { lotCode, serials = [] }: Marks,
  quanta: bigint,
): Refusal | undefined {
  if (tracking === 'serial')
    return BigInt(serials.length) === quanta
      ? undefined
      : {
          code: 'serial_required',
          field: 'serials',
          message: `${sku} needs a serial number for each of ${quanta}, and there are ${serials.length}`,
        }
  if (serials.length > 0)
    return {
      code: 'validation_failed',
      field: 'serials',
      message: `${sku} is not kept by serial number`,
    }
  if (tracking === 'lot' && lotCode === undefined)
    return { code: 'lot_required', field: 'lotCode', message: `${sku} is kept by lot` }
  if (tracking === 'none' && lotCode !== undefined)
    return { code: 'lot_not_allowed', field: 'lotCode', message: `${sku} is not kept by lot` }
  return undefined
}
