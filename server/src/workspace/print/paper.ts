/* What a document to print says, without how it is drawn. */

type PaperColumn = {
  title: string
  /** Millimetres; the one column without a width takes the rest. */
  width?: number
  align?: 'end'
}

/** A cell of the table: its text, smaller lines below, and below those a code as bars, for scanners. */
export type PaperCell = { text: string; notes?: readonly string[]; code?: string }

export type Paper = {
  title: string
  number: string
  /** Shows the number large and as Code 128, for documents that are scanned. */
  isScanned?: boolean
  /** The logo is a PNG as a data URL, which is stored once in a file however often it is drawn. */
  seller: { name: string; logo: string | null }
  /** Warnings to be seen before anything else, such as a hold. */
  alerts?: readonly string[]
  addresses?: readonly { title: string; lines: readonly string[] }[]
  facts: readonly (readonly [label: string, value: string])[]
  columns: readonly PaperColumn[]
  rows: readonly (readonly PaperCell[])[]
  totals?: readonly (readonly [label: string, amount: string])[]
  notes?: readonly { title: string; text: string }[]
  /** Fields filled in by hand, each on its own line. */
  signatures?: readonly string[]
}
