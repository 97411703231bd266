const pattern = /^(\d{1,15})(?:[.,](\d{1,6}))?$/

/**
 * What was typed as the decimal text of the contract: `1,5` and `1.5` are both '1.5'. Undefined for what
 * is no quantity.
 */
export function readQuantity(typed: string): string | undefined {
  const [, whole, decimals] = pattern.exec(typed.replace(/[\s\u00a0']/g, '')) ?? []
  if (whole === undefined) return undefined
  const plain = whole.replace(/^0+(?=\d)/, '')
  return decimals === undefined ? plain : `${plain}.${decimals}`
}

/** The same for a change, which may have a sign: '-1.5', '3'. */
export function readChange(typed: string): string | undefined {
  const text = typed.trim().replace(/^\u2212/, '-')
  const amount = readQuantity(text.replace(/^[+-]/, ''))
  return amount !== undefined && text.startsWith('-') ? `-${amount}` : amount
}

/** Without the zeros a number of decimals adds: '12.50' is '12.5', '12.00' is '12'. */
export const withoutZeros = (quantity: string) =>
  quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity
