import type { Weight } from './fonts.ts'
import type { Paper } from './paper.ts'

/** Returns the texts of a paper with what draws them. */
export function textsOfPaper(paper: Paper): [string, Weight][] {
  const texts: string[] = []
  withTextsOfPaper(paper, (text) => {
    texts.push(text)
    return text
  })
  const bold = [paper.seller.name, paper.title, paper.number, ...paper.alerts]
  const heads = [...paper.columns.map(({ title }) => title), ...paper.totals.flat()]
  return [
    ...texts.map((text): [string, Weight] => [text, 'regular']),
    ...[...bold, ...heads].map((text): [string, Weight] => [text, 'bold']),
  ]
}

/** Returns a paper with other texts. What is scanned stays. */
export function withTextsOfPaper(paper: Paper, change: (text: string) => string): Paper {
  const all = (texts: readonly string[]) => texts.map(change)
  return {
    ...paper,
    seller: { ...paper.seller, name: change(paper.seller.name) },
    alerts: all(paper.alerts),
    addresses: paper.addresses.map(({ title, lines }) => ({ title, lines: all(lines) })),
    facts: paper.facts.map(([label, value]) => [label, change(value)] as const),
    rows: paper.rows.map((row) =>
      row.map(({ text, notes = [], ...cell }) => ({
        ...cell,
        text: change(text),
        notes: all(notes),
      })),
    ),
    totals: paper.totals.map(([label, amount]) => [label, change(amount)] as const),
    notes: paper.notes.map(({ title, text }) => ({ title, text: change(text) })),
  }
}
