import {
  isBatch,
  rejectedResult,
  type BatchReply,
  type RejectedItem,
} from '@stowage/contract/batches'
import type { PictureUse } from '@stowage/contract/fields'
import { scannedFields } from '@stowage/contract/scan-text'
import { unknownMembers } from '@stowage/contract/unknown-members'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fail, failField } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if `code` comes from a scanner. */
    separators?: boolean
    /** The kind of image in the body. */
    upload?: PictureUse | undefined
  }
}

const maxDepth = 32
/** Maximum number of commas and brackets. A thousand complete lines have about 30,000. */
const maxValues = 60_000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses bodies as strict UTF-8 JSON objects. An empty body is `{}`, because some calls without
 * content send the JSON content type.
 */
export function parseJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      parseJson(body, request.routeOptions.config.separators),
  )
}

export function parseJson(bytes: Buffer, separators = false): object {
  if (bytes.length === 0) return {}
  // Millions of small values take seconds to parse. An image is a single text.
  if (hasMoreValues(bytes, maxValues))
    fail('malformed_json', { message: 'The request body holds too many values.' })
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    fail('malformed_json')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('malformed_json')
  refuseUnsafe(value, separators)
  return value
}

/**
 * Returns whether there are more commas and opening brackets than `most`, including those in texts.
 */
function hasMoreValues(bytes: Buffer, most: number): boolean {
  let count = 0
  for (const sign of [',', '[', '{'])
    for (let at = bytes.indexOf(sign); at !== -1; at = bytes.indexOf(sign, at + 1))
      if (++count > most) return true
  return false
}

/** Iterative, because a hostile body may be nested deeper than the stack. */
function refuseUnsafe(root: object, separators: boolean) {
  const open: { value: object; depth: number; path: string; field: string }[] = [
    { value: root, depth: 1, path: '', field: '' },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth, path, field } = next
    if (depth > maxDepth)
      fail('malformed_json', { message: 'The request body is nested too deep.' })
    for (const [key, child] of Object.entries(value)) {
      const childPath = path ? `${path}.${key}` : key
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        fail('malformed_json', { message: 'The request body holds a forbidden key.' })
      const name = Array.isArray(value) ? field : key
      const isScanned = scannedFields.has(name) || (separators && name === 'code')
      if (typeof child === 'string')
        refuseUnsafeText(childPath, child, isScanned ? controlsButOfScanners : controls)
      else if (typeof child === 'object' && child !== null)
        open.push({ value: child as object, depth: depth + 1, path: childPath, field: name })
    }
  }
}

// C0 and C1 controls except tab and line feed; PostgreSQL cannot store NUL at all.
// oxlint-disable-next-line no-control-regex -- naming control characters is this pattern's purpose
export const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/
// The same but for CR, and for EOT, GS and RS of ISO/IEC 15434.
const controlsButOfScanners =
  // oxlint-disable-next-line no-control-regex -- as above
  /[\u0000-\u0003\u0005-\u0008\u000B\u000C\u000E-\u001C\u001F\u007F-\u009F]/

/**
 * Returns whether part of a URL contains characters that no name or id contains. PostgreSQL cannot
 * store some of them.
 */
export const isUnsafe = (text: string) => controls.test(text) || !text.isWellFormed()

function refuseUnsafeText(path: string, text: string, refused = controls) {
  if (refused.test(text)) failField(path, 'This text contains control characters')
  if (!text.isWellFormed()) failField(path, 'This text is not valid Unicode')
}

/**
 * Checks a query string: a declared parameter may appear once, without brackets. Others are refused if `isStrict`, and
 * else ignored.
 */
export function checkQuery(
  declared: readonly string[],
  query: Record<string, unknown>,
  isStrict: boolean,
) {
  for (const [key, value] of Object.entries(query)) {
    const name = key.replace(/\[.*$/, '')
    if (!declared.includes(name)) {
      if (!isStrict) continue
      const known = declared.length > 0 ? `It has ${declared.join(', ')}.` : 'It has none.'
      failField(short(key), `This request has no parameter “${short(key)}”. ${known}`)
    }
    if (Array.isArray(value) || name !== key) failField(name, `${name} may be given once`)
    if (typeof value === 'string') refuseUnsafeText(name, value)
  }
}

/** A name that somebody sent, to be sent back. */
const short = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)

/** Parses a value. Fails with all invalid fields, each with its first problem. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  return refuse(result.error.issues.flatMap(nearest))
}

type Problem = { path: PropertyKey[]; message: string }

function refuse(problems: readonly Problem[]): never {
  const details = detailsOf(problems)
  fail('validation_failed', { ...(details[0] && { message: details[0].message }), details })
}

/** Returns each field with its first problem. */
function detailsOf(problems: readonly Problem[]) {
  const messages = new Map<string, string>()
  for (const { path, message } of problems)
    if (!messages.has(path.join('.'))) messages.set(path.join('.'), message)
  return [...messages].map(([path, message]) => ({ path, message }))
}

/**
 * Parses a body. If `isStrict`, a field that the schema does not name is refused: a misspelled one would change nothing
 * and say nothing. Items of a batch that do not fit are left out and named in `rejected`, which `runBatch` reports as
 * their results.
 */
export function parseBody(schema: z.ZodType, value: object, isStrict: boolean): unknown {
  const result = schema.safeParse(value)
  const unknown = isStrict ? unknownFields(schema, value) : []
  if (result.success && unknown.length === 0) return result.data
  const problems: Problem[] = [...(result.error?.issues.flatMap(nearest) ?? []), ...unknown]
  if (!isBatch(schema) || !problems.every(isOfItem)) return refuse(problems)
  const byItem = Map.groupBy(problems, ({ path }) => Number(path[1]))
  const rejected = [...byItem].map(([index, some]): RejectedItem => {
    const own = some.map(({ path, message }) => ({ path: path.slice(2), message }))
    return { index, details: detailsOf(own) }
  })
  const items = (value as { items: unknown[] }).items.filter((_, index) => !byItem.has(index))
  // The schema refuses a batch without any item.
  if (items.length === 0) return { items, rejected }
  return { ...parse(schema, { ...value, items }), rejected }
}

/** Names are shortened, so the reply to a large body is small. */
const unknownFields = (schema: z.ZodType, value: object) =>
  unknownMembers(schema, value).map((path): Problem => {
    const name = short(String(path.at(-1)))
    return {
      path: [...path.slice(0, -1), name],
      message: `There is no field “${name}” here. Check its spelling.`,
    }
  })

/** Returns the reply to a batch of which `parseBody` has left no item. */
export function replyToRejected(body: unknown): BatchReply | undefined {
  const { items, rejected } = body as { items?: unknown[]; rejected?: RejectedItem[] }
  if (!rejected || items?.length !== 0) return undefined
  return { applied: 0, failed: rejected.length, results: rejected.map(rejectedResult) }
}

const isOfItem = ({ path }: Problem) => path[0] === 'items' && typeof path[1] === 'number'

type Issue = z.core.$ZodIssue

/** Returns the issues of the union member that matches best. */
function nearest(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const [first = [issue], ...others] = issue.errors
  const best = others.reduce((one, other) => (other.length < one.length ? other : one), first)
  return best.map((inside) => ({ ...inside, path: [...issue.path, ...inside.path] }))
}
