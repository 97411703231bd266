import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { root } from './processes.ts'

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

const page = path.join(root, 'docs', 'performance.md')
/** Each part of the page is written by the command that measures it, and ends with its mark. */
const parts = {
  everyday: {
    command: 'npm run bench',
    words: [
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
    ],
  },
  log: {
    command: 'npm run bench:log',
    words: [
      '## What is compared at that size',
      '',
      '- The log holds 10 million events of 1,000 platforms, 50 people on each, over one year. They were',
      '  written without seals, because only reading is measured.',
      '- The bare read fetches the same 50 events by their primary keys, as the owner of the tables: no',
      '  row-level security, no search, no total, no check of a token.',
      '- Members ask once a second each, from connections of their own. Others meanwhile try their tokens',
      '  on platforms that are not theirs; one wrong answer ends the run.',
    ],
  },
} as const

/** Measures of one part, in place of the last ones in docs/performance.md; says that they are there. */
export function writePart(name: keyof typeof parts, sections: Section[]): string {
  const mark = (each: string) => `<!-- the end of ${each} -->`
  const texts = new Map<string, string>()
  let rest = existsSync(page) ? readFileSync(page, 'utf8') : ''
  for (const each of Object.keys(parts)) {
    const [part, after] = rest.split(`${mark(each)}\n`)
    if (after === undefined) continue
    texts.set(each, part ?? '')
    rest = after
  }
  texts.set(name, asMarkdown(name, sections))
  const kept = Object.keys(parts).flatMap((each) => {
    const text = texts.get(each)
    return text === undefined ? [] : [`${text.trim()}\n\n${mark(each)}\n`]
  })
  writeFileSync(page, kept.join('\n'))
  return '\nWritten to docs/performance.md'
}

/** Tables padded as the formatter of this repository would. */
function asMarkdown(name: keyof typeof parts, sections: Section[]): string {
  const { command, words } = parts[name]
  const day = new Date().toISOString().slice(0, 10)
  const head = [
    '# Performance',
    '',
    'The commands that measure these figures write this page, with `-- --write`. Everything runs on one',
    'machine: the server in production mode, a real PostgreSQL on a Unix socket with every commit',
    'flushed to disk, and the load generator in a process of its own. They therefore share its',
    'processors, so compare the ratios with other machines and the absolute figures with none.',
    '',
  ]
  return [
    ...(name === 'everyday' ? head : []),
    `Measured with \`${command}\` on ${day} on ${machine()}.`,
    '',
    ...sections.flatMap(({ title, figures }) => [`## ${title}`, '', ...table(figures), '']),
    ...words,
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
