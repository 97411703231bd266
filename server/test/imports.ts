import { randomUUID } from 'node:crypto'
import type { ImportKind } from '@stowage/contract/import-kinds'
import type { ImportJob, ImportRow } from '@stowage/contract/workspace/imports'
import type { Problem } from '@stowage/contract/problem'
import { api } from '@stowage/contract'
import { runImport } from '../src/workspace/imports/jobs.ts'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { runJob } from './run-job.ts'

type Caller = { params: { slug: string }; token: string }
type Uploaded = { status: number; body: { import: ImportJob } & Problem }

/** Sends a file as a browser would. */
export async function upload(
  app: TestApp,
  { params, token }: Caller,
  kind: ImportKind,
  content: string | Buffer,
  { mode = 'valid_rows', type = 'text/csv', headers = {} as Record<string, string> } = {},
): Promise<Uploaded> {
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/v1/tenant/${params.slug}/imports`,
    query: { kind, mode, fileName: 'mine.csv' },
    payload: content,
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
  })
  return { status: response.statusCode, body: response.json() }
}

/** A file on its way through upload and dry run. */
export async function checked(
  app: TestApp,
  caller: Caller,
  kind: ImportKind,
  content: string,
  mode: 'valid_rows' | 'all_or_nothing' = 'valid_rows',
): Promise<ImportJob> {
  const sent = await upload(app, caller, kind, content, { mode })
  if (sent.status !== 201) throw new Error(`upload: ${JSON.stringify(sent.body)}`)
  return step(app, caller, 'validate', sent.body.import.id)
}

/** One step with a file; throws what was refused. */
export async function step(
  app: TestApp,
  { params, token }: Caller,
  verb: 'validate' | 'apply' | 'undo' | 'cancel',
  importId: string,
  body: Record<string, unknown> = {},
): Promise<ImportJob> {
  const answer = await app.call(api.workspace.imports[verb], {
    params: { ...params, importId },
    token,
    body,
    headers: { 'idempotency-key': randomUUID() },
  })
  if (answer.status !== 200) throw new Error(`${verb}: ${JSON.stringify(answer.body)}`)
  return answer.body.import
}

/** The rows of a file, at most two hundred. */
export async function rowsOf(
  app: TestApp,
  { params, token }: Caller,
  importId: string,
  state?: string,
): Promise<ImportRow[]> {
  const { body } = await app.call(api.workspace.imports.rows, {
    params: { ...params, importId },
    token,
    query: { limit: '200', ...(state && { state }) },
  })
  return body.items
}

/** The file of the rows that failed. */
export async function failedCsv(app: TestApp, { params, token }: Caller, importId: string) {
  const { body } = await app.call(api.workspace.imports.failed, {
    params: { ...params, importId },
    token,
  })
  return String(body)
}

/** Returns the last job queued for this file. */
export async function importJobOf(app: TestApp, importId: string) {
  const [job] = await arrange(
    app,
    `select data from pgboss.job where name = 'run-import' and data->>'importId' = $1
     order by created_on desc limit 1`,
    [importId],
  )
  return job?.['data'] as Parameters<typeof runImport.run>[1]
}

/** Works on a file as a worker would. */
export const runImportJob = async (app: TestApp, importId: string): Promise<void> =>
  runJob(app, runImport, await importJobOf(app, importId))

export const csv = (...rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.join(',')}\n`).join('')
