// Writes tables.ts and constraint-codes.ts of server/src/database from a freshly migrated database, and
// records new migrations; with --check only compares.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { format } from 'oxfmt'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import {
  constraintCommentsSql,
  writeConstraintCodes,
  type ConstraintComment,
} from './constraint-codes.ts'
import { recordNewMigrations } from './migration-hashes.ts'
import formatting from '../../oxfmt.config.ts'

const directory = join(import.meta.dirname, '../src/database')
const schemas = ['identity', 'tenant', 'audit', 'ops', 'directory']

interface Column {
  schema: string
  table: string
  column: string
  /** The type's name; of an array, its element's with a leading underscore. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Always computed by the database. */
  isGenerated: boolean
  isView: boolean
  /** Definition of a check constraint on this column alone, such as a list of allowed words. */
  check: string | null
}

const columnsSql = `
  select n.nspname as schema, c.relname as table, a.attname as column,
    case when t.typtype = 'd' then base.typname else t.typname end as type,
    not (a.attnotnull or t.typnotnull) as "isNullable",
    a.atthasdef or a.attidentity <> '' as "hasDefault",
    a.attgenerated <> '' or a.attidentity = 'a' as "isGenerated",
    c.relkind in ('v', 'm') as "isView",
    (select pg_get_constraintdef(k.oid) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
       and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['
     limit 1) as check
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = any ($1)
  join pg_type t on t.oid = a.atttypid
  left join pg_type base on base.oid = t.typbasetype
  where a.attnum > 0 and not a.attisdropped
  order by array_position($1, n.nspname::text), c.relname, a.attnum`

const scalars: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  int8: 'Int8',
  numeric: 'Numeric',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
  timestamptz: 'Date',
  // Everything else arrives as text.
  ...Object.fromEntries(
    [
      'uuid',
      'text',
      'varchar',
      'bpchar',
      'date',
      'time',
      'interval',
      'inet',
      'cidr',
      'tsvector',
      'name',
    ].map((name) => [name, 'string']),
  ),
}

async function readCatalog() {
  const dataDir = mkdtempSync(join(tmpdir(), 'stowage-tables-'))
  const silent = { info: () => {}, warn: console.warn, error: console.error }
  const server = await startEmbedded({ dataDir, log: silent, durable: false })
  try {
    await migrate(server.ownerUrl)
    const client = new pg.Client({ connectionString: server.ownerUrl })
    await client.connect()
    const { rows: columns } = await client.query<Column>(columnsSql, [schemas])
    const { rows: comments } = await client.query<ConstraintComment>(constraintCommentsSql, [
      schemas,
    ])
    await client.end()
    return { columns, comments }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const camel = (snake: string) =>
  snake.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const pascal = (snake: string) => camel(`_${snake}`)

function typeOf(column: Column): string {
  const isArray = column.type.startsWith('_')
  const scalar = scalars[isArray ? column.type.slice(1) : column.type]
  if (!scalar) {
    throw new Error(
      `${column.schema}.${column.table}.${column.column}: no type for ${column.type}.`,
    )
  }
  const words = [...(column.check?.matchAll(/'((?:[^']|'')*)'::/g) ?? [])].map(
    (match) => match[1] ?? '',
  )
  const value = words.length ? words.map((word) => JSON.stringify(word)).join(' | ') : scalar
  const whole = `${isArray ? `${value}[]` : value}${column.isNullable ? ' | null' : ''}`
  if (column.isGenerated) return `GeneratedAlways<${whole}>`
  return column.hasDefault ? `Generated<${whole}>` : whole
}

function write(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => `${column.schema}.${column.table}`)
  const interfaces = [...tables.values()].map((group) => {
    const [first] = group
    const name = first ? pascal(`${first.schema}_${first.table}`) : ''
    const lines = group.map((column) => `  ${camel(column.column)}: ${typeOf(column)}`)
    return { name, text: `interface ${name} {\n${lines.join('\n')}\n}` }
  })
  const index = [...tables.keys()].map((key, at) => `  '${camel(key)}': ${interfaces[at]?.name}`)
  const body = [
    ...interfaces.map((each) => each.text),
    `export interface Tables {\n${index.join('\n')}\n}`,
  ].join('\n\n')
  // An array given as it is would be sent as a PostgreSQL array, so JSON lists are written as text.
  // Kysely's own Generated would hide the three types of a column inside one of them.
  const aliases = [
    [
      'Generated',
      'type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>',
    ],
    ['Int8', 'type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>'],
    ['Numeric', 'type Numeric = ColumnType<string, string | number, string | number>'],
    [
      'Json',
      'type JsonText = string | Record<string, unknown>\ntype Json = ColumnType<unknown, JsonText, JsonText>',
    ],
  ].flatMap(([name, text]) => (new RegExp(`\\b${name}\\b`).test(body) ? [text] : []))
  const imported = ['ColumnType', 'GeneratedAlways'].filter((name) =>
    new RegExp(`\\b${name}<`).test(body + aliases.join()),
  )
  return [
    '// Made from the migrations by `npm run tables`; do not edit.',
    `import type { ${imported.join(', ')} } from 'kysely'`,
    ...aliases,
    body,
  ].join('\n\n')
}

const { columns, comments } = await readCatalog()
const made = { 'tables.ts': write(columns), 'constraint-codes.ts': writeConstraintCodes(comments) }
const isCheck = process.argv.includes('--check')
for (const [name, text] of Object.entries(made)) {
  const target = join(directory, name)
  const { code: formatted } = await format(target, text, formatting)
  if (!isCheck) {
    writeFileSync(target, formatted)
  } else if (!existsSync(target) || readFileSync(target, 'utf8') !== formatted) {
    console.error(`server/src/database/${name} is not what the migrations make: npm run tables`)
    process.exitCode = 1
  }
}
if (!isCheck) recordNewMigrations()
