type Span = { from: number; rows: number; total: number | null; capped: boolean }

/** 'Rows 51-100 of 12,480'; `format` writes a number. Beyond what was counted 'of 10,000+'. */
export function rowsText(
  { from, rows, total, capped }: Span,
  format: (count: number) => string,
): string {
  if (rows === 0) return 'No rows'
  const last = from + rows - 1
  const span = rows === 1 ? `Row ${format(from)}` : `Rows ${format(from)}-${format(last)}`
  if (total === null) return span
  // Rows that arrived since it was counted are there all the same.
  if (!capped) return `${span} of ${format(Math.max(total, last))}`
  return `${span} of ${format(total)}+`
}
