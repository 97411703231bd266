import { foldKey } from '@stowage/contract/folding'
import type { ImportKindFacts } from '@stowage/contract/workspace/import-kind'
import type { z } from 'zod'
import { newId } from '../../database/ids.ts'
import { identifier, type Columns } from '../../http/csv.ts'
import {
  findRecords,
  type RecordArea,
  type RecordKind,
  type RecordRow,
} from '../records/queries.ts'
import { read, readMeasure, readState, requireCell } from './cells.ts'
import type { RowKind } from './kinds.ts'
import { planRecord, recordRows, type RecordPlan } from './record-rows.ts'

/* Files of plain records: each column is a text or a measure of the record, and its list is such a file, too. */

type PlainRow = RecordRow & { state: string; createdAt: string }

/** Returns the field of a record that a column holds: `trackingUrl` for `tracking_url`. */
const fieldOf = (column: string) =>
  column === 'status'
    ? 'state'
    : column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the columns of the list of such records as a file, which the import reads again. */
export const recordColumns = <Row extends PlainRow>({ fields }: ImportKindFacts): Columns<Row> => ({
  ...Object.fromEntries(
    fields.map(({ name, identifier: kind }) => [
      name,
      (row: Row) => {
        const text = String(row[fieldOf(name) as keyof Row] ?? '')
        return kind ? identifier(text) : text
      },
    ]),
  ),
  created_at: ({ createdAt }) => createdAt,
})

/**
 * Returns how files of plain records are read: a row is the record with its code. `created` is the body that creates one;
 * what it has a default for, a row can be without.
 */
export function recordImport<Row extends PlainRow, Area extends RecordArea>(
  kind: RecordKind<Row, Area>,
  { fields }: ImportKindFacts,
  { shape }: z.ZodObject,
): RowKind<RecordPlan<Row>> {
  const { code } = kind
  const given = fields.flatMap(({ name, measure }) => {
    const schema = shape[fieldOf(name)] as z.ZodType | undefined
    return schema && name !== code ? [{ name, field: fieldOf(name), schema, measure }] : []
  })
  const codeSchema = shape[code] as z.ZodType<string>
  const label = fields.find(({ name }) => name === code)?.label ?? code
  const blank = Object.fromEntries(
    given.map(({ field, schema }) => {
      const { success, data } = schema.safeParse(undefined)
      return [field, success ? data : '']
    }),
  )
  return {
    ...recordRows(kind),
    synonyms: {},
    keys: { key: code },

    async check(tx, actor, { rows }, hold) {
      const keys = rows.map(({ reading }) => foldKey(reading.cells.get(code) ?? ''))
      const found = await findRecords(tx, kind, actor, { keys }, hold ? 'no key update' : undefined)
      const known = new Map(found.map((row) => [foldKey(String(row[code])), row]))
      return rows.map((row) => {
        const { reading } = row
        requireCell(reading, code, label)
        const text = read(reading, code, codeSchema)
        const existing = known.get(foldKey(text ?? ''))
        const values = given.flatMap(({ name, field, schema, measure }) => {
          if (!reading.cells.has(name)) return []
          const value = measure
            ? readMeasure(reading, name, schema, reading.options[`${measure}Unit`])
            : read(reading, name, schema)
          return value === undefined ? [] : [[field, value]]
        })
        return planRecord(row, {
          existing,
          blank: {
            ...blank,
            [code]: text ?? '',
            id: newId(),
            version: 0,
            state: 'active',
            createdAt: actor.at.toISOString(),
          } as unknown as Row,
          given: {
            ...Object.fromEntries(values),
            state: readState(
              reading,
              'status',
              existing?.state === 'archived' ? 'archived' : existing && 'active',
            ),
          } as Partial<Row>,
          fields: [...given.map(({ field }) => field), 'state'] as (keyof Row & string)[],
          key: text === undefined ? null : foldKey(text),
          mark: null,
          denied: undefined,
        })
      })
    },
  }
}
