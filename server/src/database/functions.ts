import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** A database function or procedure, from `functions/<schema>/<name>.sql`. */
export interface FunctionFile {
  schema: string
  /** With schema: `stock.post`. */
  name: string
  /** Relative to `functions/`, for messages. */
  path: string
  sql: string
  sha256: string
}

/** Reads the folder `functions` of `directory`, sorted by name. Empty without the folder. */
export function readFunctions(directory: string): FunctionFile[] {
  const root = join(directory, 'functions')
  if (!existsSync(root)) return []
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return files
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => readFunction(root, path))
}

function readFunction(root: string, path: string): FunctionFile {
  const name = path.replace(/\.sql$/, '').replaceAll('/', '.')
  const [schema = ''] = path.split('/')
  const sql = readFileSync(join(root, path), 'utf8')
  const made = [...sql.matchAll(/^create or replace (?:function|procedure) ([\w.]+)/gm)]
  if (made.length !== 1 || made[0]?.[1] !== name)
    throw new Error(`functions/${path} must create or replace ${name} and nothing else.`)
  return { schema, name, path, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

/**
 * Applies, in one transaction, the files whose text changed or whose function is missing. Returns
 * their names. `owner` must be able to act as `stowage_owner`. A function without a file stays,
 * because migrations drop functions.
 */
export async function applyChangedFunctions(
  owner: pg.ClientBase,
  files: readonly FunctionFile[],
): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; sha256: string }>(`
    select f.name, f.sha256 from ops.functions f
    where exists (
      select from pg_proc p
      where p.pronamespace = to_regnamespace(split_part(f.name, '.', 1))
        and p.proname = split_part(f.name, '.', 2))`)
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const changed = files.filter(({ name, sha256 }) => applied.get(name) !== sha256)
  if (changed.length === 0) return []
  await owner.query('begin; set local role stowage_owner')
  try {
    // Functions call each other, so bodies are checked after all are created.
    await createFunctions(owner, changed, { areBodiesChecked: false })
    await createFunctions(owner, changed, { areBodiesChecked: true })
    for (const { name, sha256 } of changed)
      await owner.query(
        `insert into ops.functions (name, sha256) values ($1, $2)
         on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
        [name, sha256],
      )
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
  return changed.map(({ name }) => name)
}

/**
 * Creates or replaces functions in a transaction as `stowage_owner`. Without body checks they may
 * reference tables that do not exist yet.
 */
export async function createFunctions(
  owner: pg.ClientBase,
  files: readonly FunctionFile[],
  { areBodiesChecked }: { areBodiesChecked: boolean },
): Promise<void> {
  await owner.query(`set local check_function_bodies = ${areBodiesChecked ? 'on' : 'off'}`)
  // A function's owner needs the right to create in its schema, only during this statement.
  const isStock = files.some(({ schema }) => schema === 'stock')
  if (isStock) await owner.query('grant create on schema stock to stowage_stock')
  for (const file of files) await createFunction(owner, file)
  if (isStock) await owner.query('revoke create on schema stock from stowage_stock')
  await owner.query('set local check_function_bodies = on')
}

/** SQLSTATEs for a replacement with another kind, return type or arguments. */
const notReplaceable = new Set(['42P13', '42725', '42809'])

async function createFunction(owner: pg.ClientBase, file: FunctionFile): Promise<void> {
  try {
    await owner.query(file.sql)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    const advice =
      code !== undefined && notReplaceable.has(code)
        ? '. A migration must drop the old one first'
        : ''
    throw new Error(`functions/${file.path} failed: ${error.message}${advice}`, { cause: error })
  }
  const { rows } = await owner.query<{ signatures: string[] }>(
    `select array_agg(oid::regprocedure::text order by oid) as signatures from pg_proc
     where pronamespace = to_regnamespace($1) and $1 || '.' || proname = $2`,
    [file.schema, file.name],
  )
  const [old, ...others] = rows[0]?.signatures ?? []
  if (others.length > 0)
    throw new Error(
      `functions/${file.path} takes other arguments than ${old}. A migration must drop the old one first`,
    )
}
