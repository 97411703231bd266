/** A row, the position behind its line end, or why there is none. */
type ParsedRow = { cells: string[]; end: number } | 'incomplete' | 'too_many_columns'

type Options = {
  /** One character. */
  separator: string
  /** True if the text ends here: the last row then needs no line end. */
  isLast: boolean
  maxColumns: number
}

/**
 * Parses the row of `text` that starts at `from`. A line ends in CRLF, LF or CR. A quotation mark
 * opens a quoted cell only as its first character; what stands between the closing one and the next
 * separator is kept. `incomplete` where the text ends within the row, or at its end.
 */
export function parseRow(text: string, from: number, options: Options): ParsedRow {
  const { separator, isLast, maxColumns } = options
  if (from === text.length) return 'incomplete'
  const cells: string[] = []
  for (let at = from; ; at += 1) {
    const quoted = text[at] === '"' ? parseQuoted(text, at) : { value: '', end: at }
    if (!quoted) return 'incomplete'
    const end = endOfCell(text, quoted.end, separator)
    if (end === text.length && !isLast) return 'incomplete'
    cells.push(quoted.value + text.slice(quoted.end, end))
    if (cells.length > maxColumns) return 'too_many_columns'
    at = end
    if (text[at] === separator) continue
    if (text[at] !== '\r') return { cells, end: Math.min(at + 1, text.length) }
    // The line feed that belongs to it may not have arrived.
    if (at + 1 === text.length && !isLast) return 'incomplete'
    return { cells, end: text[at + 1] === '\n' ? at + 2 : at + 1 }
  }
}

/** The text between the quotation mark at `from` and the one that closes it, and the position behind. */
function parseQuoted(text: string, from: number): { value: string; end: number } | undefined {
  let close = text.indexOf('"', from + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return undefined
  return { value: text.slice(from + 1, close).replaceAll('""', '"'), end: close + 1 }
}

/** The position of the next separator or line end, or the end of the text. */
function endOfCell(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') return at
  }
  return text.length
}
