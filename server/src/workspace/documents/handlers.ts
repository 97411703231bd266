import type { FileReply } from '@stowage/contract/route'
import type { Db, Tx } from '../../database/connect.ts'
import type { Page, PageRequest } from '../../database/pages.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { pageOrFile, type Columns, type ListCall } from '../../http/csv.ts'
import { listDocuments, type DocumentFilter, type Listed } from './list-queries.ts'
import { takeNumber, takeNumbers } from './numbers.ts'
import type { DocumentKind, DocumentRow } from './queries.ts'

type Reader = ListCall & {
  actor: WorkspaceMember
  explain: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}
type Call<Right extends string> = Reader & {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  requireRights: (needed: Record<Right, boolean>) => Promise<void>
}
type Of<Name extends string> = { params: Record<`${Name}Id`, string> }

/**
 * Permissions that parts of a body need besides that of the route, and how a change is retried after a lost
 * race.
 */
type Making<Body, Right extends string> = {
  rights?: { [Name in NoInfer<Right>]: (body: Body) => boolean }
  retry?: <T>(call: Reader, work: () => Promise<T>) => Promise<T>
}

type Create<Body, Reply> = (
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  body: Body,
) => Promise<Reply>
type Change<Body, Reply> = (
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  body: Body,
) => Promise<Reply>

/** Returns what makes the handlers of a kind of document, which is called `name` in addresses and replies. */
export function documentHandlers<Row extends DocumentRow, Line, const Name extends string>(
  kind: DocumentKind<Row, Line>,
  name: Name,
) {
  const named = <Reply>(reply: Reply) => ({ [name]: reply }) as Record<Name, Reply>
  const idIn = ({ params }: Of<Name>) => params[`${name}Id`]
  return {
    /** `columns` are those of the file, `itemsOf` the rows as the list has them. */
    list:
      <Query extends PageRequest & DocumentFilter & { format: 'json' | 'csv' }, Item>(
        fileName: string,
        columns: Columns<Item>,
        itemsOf: (rows: Listed<Row>[], actor: WorkspaceMember, db: Db) => Item[] | Promise<Item[]>,
        filterOf: (query: Query, actor: WorkspaceMember) => DocumentFilter = (query) => query,
      ) =>
      (call: Reader, { query }: { query: Query }): Promise<Page<Item> | FileReply> =>
        pageOrFile(call, query, fileName, columns, async (db, page) => {
          const { actor } = call
          const found = await listDocuments(db, kind, actor, filterOf(query, actor), page)
          return { ...found, items: await itemsOf(found.items, actor, db) }
        }),

    details:
      <Reply>(get: (db: Db, actor: WorkspaceMember, id: string) => Promise<Reply>) =>
      (call: Reader, input: Of<Name>) =>
        call.read(async (db) => named(await get(db, call.actor, idIn(input)))),

    create:
      <Body, Reply, Right extends string = never>(
        create: Create<Body, Reply>,
        { rights, retry = once }: Making<Body, Right> = {},
      ) =>
      async (call: Call<Right>, { body }: { body: Body }) => {
        const { actor } = call
        await requireRightsFor(call, [body], rights)
        const number = await takeNumber(call, actor.platform.id, kind.prefix)
        return retry(call, () =>
          call.write(async (tx) => named(await create(tx, actor, number, body))),
        )
      },

    createBatch:
      <Item, Items extends { items: readonly Item[] }, Reply, Right extends string = never>(
        create: (
          tx: Tx,
          actor: WorkspaceMember,
          numbers: readonly string[],
          body: Items,
        ) => Promise<Reply>,
        { rights, retry = once }: Making<Items['items'][number], Right> = {},
      ) =>
      async (call: Call<Right>, { body }: { body: Items }) => {
        const { actor } = call
        await requireRightsFor(call, body.items, rights)
        const numbers = await takeNumbers(call, actor.platform.id, kind.prefix, body.items.length)
        return retry(call, () => call.write((tx) => create(tx, actor, numbers, body)))
      },

    /** Changes a document, and answers with it as it is then. */
    step:
      <Body, Reply, Right extends string = never>(
        change: Change<Body, Reply>,
        { rights, retry = once }: Making<Body, Right> = {},
      ) =>
      async (call: Call<Right>, input: Of<Name> & { body: Body }) => {
        const { body } = input
        await requireRightsFor(call, [body], rights)
        return retry(call, () =>
          call.write(async (tx) => named(await change(tx, call.actor, idIn(input), body))),
        )
      },
  }
}

const once = <T>(_: unknown, work: () => Promise<T>) => work()

async function requireRightsFor<Body, Right extends string>(
  { requireRights }: Call<Right>,
  bodies: readonly Body[],
  rights: { [Name in Right]: (body: Body) => boolean } | undefined,
): Promise<void> {
  if (!rights) return
  const needed = Object.entries<(body: Body) => boolean>(rights).map(([right, isNeeded]) => [
    right,
    bodies.some(isNeeded),
  ])
  await requireRights(Object.fromEntries(needed) as Record<Right, boolean>)
}
