import type { UnprintableMode } from '@stowage/contract/unprintable'
import type { Arrow, LabelTemplate } from '@stowage/contract/workspace/print'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { PapersJob } from './draw-papers.ts'
import type { Copies } from './draw.ts'
import type { Layout } from './layout.ts'
import type { Paper } from './paper.ts'
import { drawInThread } from './threads.ts'

/** Number of a label among those of its record, and the direction of the location, seen from it. */
export type LabelOptions = { which: number; of: number; arrow: Arrow }

/**
 * Returns by id a function that makes the given number of labels of a record, in any order. Records the member may not
 * see are left out.
 */
export type LabelSource = (
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
  arrow: Arrow,
) => Promise<ReadonlyMap<string, (copies: number) => readonly Copies[]>>
export type LabelSources = Readonly<Record<LabelTemplate, LabelSource>>

/**
 * The labels of a noun: `layoutOf` returns the label of a record, or those of its parts. Copies are the same unless they
 * are `numbered`.
 */
export const labelsOf =
  <Row extends { id: string }>(
    find: (db: Db, actor: WorkspaceMember, ids: readonly string[]) => Promise<readonly Row[]>,
    layoutOf: (row: Row, options: LabelOptions) => Layout | readonly Layout[],
    numbered?: 'numbered',
  ): LabelSource =>
  async (db, actor, ids, arrow) => {
    const rows = await find(db, actor, ids)
    const drawn = (row: Row, which: number, of: number, copies: number) =>
      [layoutOf(row, { which, of, arrow })].flat().map((layout) => ({ layout, copies }))
    return new Map(
      rows.map((row) => [
        row.id,
        (copies) =>
          numbered
            ? Array.from({ length: copies }, (_, i) => drawn(row, i + 1, copies, 1)).flat()
            : drawn(row, 1, 1, copies),
      ]),
    )
  }

type PrintCall = {
  actor: WorkspaceMember
  sharesAs: string
  read: <Reply>(run: (db: Db) => Promise<Reply>) => Promise<Reply>
}

/**
 * Returns the papers that `find` reads as one PDF to show. Of one it is named after its number, of several after the
 * day. Fails with `unavailable` before they are read if too many are drawn.
 */
export async function printPapers(
  { actor, sharesAs, read }: PrintCall,
  words: { one: string; several: string },
  options: { size: PapersJob['size']; unprintable: UnprintableMode },
  find: (db: Db) => Promise<readonly Paper[]>,
) {
  const { at } = actor
  let name = words.several
  const bytes = await drawInThread(sharesAs, async () => {
    const papers = await read(find)
    const [only] = papers.length === 1 ? papers : []
    name = only
      ? `${only.number}-${words.one}`
      : `${words.several}-${at.toISOString().slice(0, 10)}`
    return { kind: 'papers', papers, ...options, at }
  })
  return fileReply(bytes, name, 'pdf')
}

const contentTypes = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  zpl: 'application/zpl; charset=utf-8',
} as const

/** Returns a file that is shown instead of saved. */
export const fileReply = (bytes: Uint8Array, name: string, format: keyof typeof contentTypes) => ({
  contentType: contentTypes[format],
  bytes,
  headers: { 'content-disposition': `inline; filename="${name}.${format}"` },
})
