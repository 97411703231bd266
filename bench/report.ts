import { cpus, totalmem } from 'node:os'

/** One line of the report. */
interface Figure {
  what: string
  /** With its unit, or a plain ratio. */
  measured: string
  limit?: { text: string; isKept: boolean }
}

export interface Section {
  title: string
  figures: Figure[]
}

/** Least or most a value may be; `text` of the figure's limit comes from here. */
export const atLeast = (value: number, least: number, unit = '') => ({
  text: `at least ${least}${unit}`,
  isKept: value >= least,
})
export const atMost = (value: number, most: number, unit = '') => ({
  text: `at most ${most}${unit}`,
  isKept: value <= most,
})

const machine = () => {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1e9)
  const system = `${process.platform} ${process.arch}`
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory} GB memory, ${system}, Node ${process.version}`
}

/** Aligned columns for a terminal. */
export function asText(sections: Section[]): string {
  const lines = sections.flatMap(({ title, figures }) => [
    '',
    title,
    ...figures.map(({ what, measured, limit }) =>
      `  ${what.padEnd(58)} ${measured.padStart(22)}   ${limit ? verdict(limit) : ''}`.trimEnd(),
    ),
  ])
  return `${lines.join('\n')}\n`
}

const verdict = (limit: NonNullable<Figure['limit']>) =>
  `${limit.text}${limit.isKept ? '' : ', NOT KEPT'}`

/** docs/performance.md; tables padded as the formatter of this repository would. */
export function asMarkdown(sections: Section[], day: string): string {
  return [
    '# Performance',
    '',
    '`npm run bench -- --write` measured these figures and wrote this page. Everything runs on one',
    'machine: the server in production mode, a real PostgreSQL on a Unix socket with every commit',
    'flushed to disk, and the load generator in a process of its own. They therefore share its',
    'processors, so compare the ratios with other machines and the absolute figures with none.',
    '',
    `Measured on ${day} on ${machine()}.`,
    '',
    ...sections.flatMap(({ title, figures }) => [`## ${title}`, '', ...table(figures), '']),
    '## What is compared',
    '',
    '- The bare server is Fastify with one route and the same two statements, the same pool and the',
    '  same connection settings: no token check, no validation, no headers, no metrics. What is',
    '  between the two is the price of the product itself.',
    '- Hashing alone is a loop around the hash function: the same parameters, four at a time, no',
    '  server, no database.',
    '- The two sides of a comparison take turns, and the figures are medians of the rounds; the',
    '  ratio is the median of the ratios of neighbouring rounds.',
    '- `npm run bench` ends with exit code 1 when a limit is not kept. Tests assert none of this.',
    '',
  ].join('\n')
}

function table(figures: Figure[]): string[] {
  const rows = [
    ['', 'Measured', 'Limit'],
    ...figures.map(({ what, measured, limit }) => [what, measured, limit ? verdict(limit) : '']),
  ]
  const width = (column: number) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(width(column))).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(head.map((_, column) => '-'.repeat(width(column)))), ...rest.map(line)]
}
