import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { root } from './processes.ts'

/** One line of the report. */
interface Figure {
  what: string
  /** With unit, or a plain ratio. */
  measured: string
  limit?: { text: string; isKept: boolean }
}

export interface Section {
  title: string
  figures: Figure[]
}

/** Returns a limit and whether the value meets it. */
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

/** Formats sections as aligned columns for a terminal. */
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

/**
 * Replaces one section of docs/performance.md and keeps the others. Of what has limits, only figures with one are written
 * unless it is written whole. Returns the message to print.
 */
export function writePart(
  part:
    | 'Server'
    | 'Log'
    | 'Pages'
    | 'Floor'
    | 'Imports'
    | 'Warehouse'
    | 'Neighbors'
    | 'Reading'
    | 'Orders'
    | 'Versions'
    | 'Statements',
  sections: Section[],
  { isWhole = false } = {},
): string {
  const day = new Date().toISOString().slice(0, 10)
  const text = [
    `## ${part}`,
    '',
    `Measured on ${day} on ${machine()}.`,
    '',
    ...table(sections, isWhole),
    '',
  ].join('\n')
  const pattern = new RegExp(`^## ${part}\\n.*?(?=^## )`, 'ms')
  const before = readFileSync(page, 'utf8')
  if (!pattern.test(before)) throw new Error(`${page} has no part '${part}' before another one`)
  // A function, because a string would interpret dollar signs.
  writeFileSync(
    page,
    before.replace(pattern, () => text.replace(/\n+$/, '\n\n')),
  )
  return '\nWritten to docs/performance.md'
}

function table(sections: Section[], isWhole: boolean): string[] {
  const rows = [
    ['', 'Measured', 'Limit'],
    ...sections.flatMap(({ title, figures }) => {
      const limited = isWhole ? figures : figures.filter(({ limit }) => limit)
      return [
        [`**${title}**`, '', ''],
        ...(limited.length > 0 ? limited : figures).map(({ what, measured, limit }) => [
          what,
          measured,
          limit ? verdict(limit) : '',
        ]),
      ]
    }),
  ]
  const width = (column: number) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(width(column))).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(head.map((_, column) => '-'.repeat(width(column)))), ...rest.map(line)]
}
