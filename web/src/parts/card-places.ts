/**
 * On a card: what names the row and, at its end, its number; below, at most three values and, at their
 * end, the state. `menu` is what is done with the row.
 */
export type CardPlace = 'title' | 'number' | 'state' | 'value'

type Placed = { card?: CardPlace; wide?: true; hideHeader?: boolean }

const values = ['value1', 'value2', 'value3'] as const

/** Where each cell of a row stands on its card. The first names the row unless another does. */
export function cardPlaces(columns: readonly Placed[]): string[] {
  const isNamed = columns.some(({ card }) => card === 'title')
  let taken = 0
  return columns.map(({ card, wide, hideHeader }, at) => {
    if (hideHeader) return 'menu'
    if (at === 0 && !isNamed) return 'title'
    if (card !== 'value') return card ?? 'line'
    // A card has room for three; those that come after them have a line each.
    return wide ? 'line' : (values[taken++] ?? 'line')
  })
}
