import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { asFile, changedSince, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import type { WarehousePermission } from '../member-permissions.ts'
import { get, patch, post } from '../route.ts'
import { one, states, versioned } from './records.ts'

type Changed<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodOptional<
    Shape[Name] extends z.ZodDefault<infer Field extends z.ZodType> ? Field : Shape[Name]
  >
}

/** Returns the schema of a change of what this schema creates: without defaults, and what is left out stays. */
export const changesOf = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [
        name,
        z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
      ]),
    ) as Changed<Shape>,
  )

type Verb = 'details' | 'create' | 'update' | 'archive' | 'restore'

/** Rights to call the routes of a record: to create is to change and to archive, where nothing else is said. */
type RecordRights<Read, Create, Update, Archive> = {
  read: Read
  create: Create
  update?: Update
  archive?: Archive
}

/**
 * Returns the routes of one record: details, create, update, archive and restore. Its id in the path is `<name>Id`, and the
 * replies have it under its name. `titles` and `errors` replace what is the same for most records.
 */
export function recordRoutes<
  const Name extends string,
  const Path extends string,
  Item extends z.ZodType,
  New extends z.ZodType,
  Changes extends z.ZodRawShape,
  const Read extends WarehousePermission,
  const Create extends WarehousePermission,
  const Update extends WarehousePermission = Create,
  const Archive extends WarehousePermission = Update,
>(
  name: Name,
  path: Path,
  {
    item,
    created,
    changed,
    rights: { read, create, update, archive },
    title = `a ${name}`,
    titles = {},
    errors = {},
  }: {
    item: Item
    created: New
    /** Without the version, which every change has. */
    changed: z.ZodObject<Changes>
    rights: RecordRights<Read, Create, Update, Archive>
    /** The record in the summaries of its routes. */
    title?: string
    titles?: Partial<Record<Verb, string>>
    errors?: Partial<Record<Verb, readonly ErrorCode[]>>
  },
) {
  const reply = one(name, item)
  const single = `${path}/:${name}Id` as const
  const mayUpdate = (update ?? create) as Update
  const mayArchive = (archive ?? mayUpdate) as Archive
  return {
    details: get(single, {
      summary: titles.details ?? `${title[0]?.toUpperCase()}${title.slice(1)}`,
      allow: read,
      reply,
    }),
    create: post(path, {
      summary: titles.create ?? `Create ${title}`,
      allow: create,
      body: created,
      status: 201,
      reply,
      errors: errors.create ?? ['duplicate_key'],
      idempotent: true,
    }),
    update: patch(single, {
      summary: titles.update ?? `Update ${title}`,
      allow: mayUpdate,
      body: versioned.extend(changed.shape),
      reply,
      errors: errors.update ?? ['duplicate_key'],
    }),
    archive: post(`${single}/archive` as const, {
      summary: titles.archive ?? `Archive ${title}`,
      allow: mayArchive,
      body: versioned,
      reply,
      errors: errors.archive ?? ['in_use'],
      idempotent: true,
    }),
    restore: post(`${single}/restore` as const, {
      summary: titles.restore ?? `Restore ${title}`,
      allow: mayArchive,
      body: versioned,
      reply,
      idempotent: true,
    }),
  }
}

/** Returns the route of a paged list of records with states, which is also a CSV file. The first of `sort` is the default. */
export const recordList = <
  const Path extends string,
  Item extends z.ZodType,
  const Read extends WarehousePermission,
  const By extends string,
  Filters extends z.ZodRawShape = Record<never, never>,
>(
  path: Path,
  {
    summary,
    allow,
    item,
    filters = {} as Filters,
    sort: [usual, ...others],
  }: {
    summary: string
    allow: Read
    item: Item
    /** Filters besides the state. */
    filters?: Filters
    sort: readonly [By, ...By[]]
  },
) =>
  get(path, {
    summary,
    allow,
    query: pageQuery.extend({
      state: words(states).optional(),
      ...filters,
      ...changedSince,
      sort: sortedBy(usual, ...others),
      ...asFile,
    }),
    reply: pageOf(item),
  })
