const segmentsOf = (page: string) => (page === '' ? [] : page.split('/'))

/**
 * Returns the longest of these pages that an address is, or is below. A segment with `$` stands for any; of
 * two pages of the same length the literal one wins. Neither begins with a slash.
 */
export function nearestPage(pages: Iterable<string>, address: string): string | undefined {
  const segments = segmentsOf(address)
  let nearest: { page: string; score: number } | undefined
  for (const page of pages) {
    const wanted = segmentsOf(page)
    if (!wanted.every((one, i) => (one.startsWith('$') ? segments[i] : one === segments[i])))
      continue
    const score = 2 * wanted.length - wanted.filter((one) => one.startsWith('$')).length
    if (nearest === undefined || score > nearest.score) nearest = { page, score }
  }
  return nearest?.page
}
