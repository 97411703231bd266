import type { Db, Tx } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { pageOrFile, type Columns, type ListCall } from '../../http/csv.ts'
import { changeRecord, createRecord, setRecordState } from './commands.ts'
import { listRecordPage, type RecordFilter } from './list-queries.ts'
import {
  findTaken,
  getRecord,
  type RecordArea,
  type RecordKind,
  type RecordRow,
  type RecordState,
} from './queries.ts'

type Call = {
  actor: WorkspaceMember
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}
type Version = { version: number }
type Of<Area extends RecordArea> = { params: Record<`${Area}Id`, string> }
type Step<Area extends RecordArea> = Of<Area> & { body: Version }

/** Operations a noun implements itself. By default a record is created from its body and active. */
type Verbs<Row, New, Change, Shown> = {
  create?: (tx: Tx, actor: WorkspaceMember, body: New) => Promise<Row>
  update?: (tx: Tx, actor: WorkspaceMember, id: string, body: Change) => Promise<Row>
  setState?: (
    tx: Tx,
    actor: WorkspaceMember,
    id: string,
    version: number,
    state: RecordState,
  ) => Promise<Row>
  /** Names the record that has a code already. Default: its id. */
  takenBy?: (row: Row) => { id: string; name?: string; sku?: string }
  /** Finds the record that has what this constraint lets only one have. Default: the one with its code. */
  findOwner?: (
    db: Db,
    actor: WorkspaceMember,
    row: Partial<Row>,
    constraint: string,
  ) => Promise<{ id: string } | undefined>
  /** The record as this member may see it. Default: its row. */
  show?: (db: Db, actor: WorkspaceMember, row: Row) => Promise<Shown>
}

/** The handlers of a record. Which of them it has, its contract says. */
export function recordHandlers<
  Row extends RecordRow,
  Area extends RecordArea,
  New extends object,
  Change extends Version = Version & {
    [Name in keyof Omit<Row, 'id' | 'version'>]?: Row[Name] | undefined
  },
  Shown = Row,
>(kind: RecordKind<Row, Area>, verbs: Verbs<Row, New, Change, Shown>) {
  const begun = kind.columns.includes('state' as never) ? { state: 'active' } : {}
  // Only records with a state have these routes.
  const withState = kind as unknown as RecordKind<Row & { state: RecordState }, Area>
  const {
    create = (tx, actor, body) => createRecord(tx, kind, actor, { ...begun, ...body } as never),
    update = (tx, actor, id, body) => changeRecord(tx, kind, actor, id, body as never),
    setState = (tx, actor, ...to) => setRecordState(tx, withState, actor, ...to),
    takenBy = ({ id }) => ({ id }),
    findOwner = async (db, actor, row) => {
      const owner = await findTaken(db, kind, actor, row)
      return owner && takenBy(owner)
    },
    show = async (_, __, row) => row as unknown as Shown,
  } = verbs
  const idIn = ({ params }: Of<Area>) => params[kind.key].toLowerCase()
  const replyOf = async (db: Db, { actor }: Call, row: Row) =>
    ({ [kind.type]: await show(db, actor, row) }) as Record<Area, Shown>
  const toState = (state: RecordState) => (call: Call, input: Step<Area>) =>
    call.write(async (tx) => {
      const { version } = input.body
      return replyOf(tx, call, await setState(tx, call.actor, idIn(input), version, state))
    })
  return {
    details: (call: Call, input: Of<Area>) =>
      call.read(async (db) =>
        replyOf(db, call, await getRecord(db, kind, call.actor, idIn(input))),
      ),

    create: (call: Call, { body }: { body: New }) =>
      namingDuplicates(
        call,
        (db, constraint) => findOwner(db, call.actor, body, constraint),
        () => call.write(async (tx) => replyOf(tx, call, await create(tx, call.actor, body))),
      ),

    update: (call: Call, { body, ...of }: Of<Area> & { body: Change }) =>
      namingDuplicates(
        call,
        async (db, constraint) => {
          const before = await getRecord(db, kind, call.actor, idIn(of as Of<Area>))
          return findOwner(db, call.actor, { ...before, ...body }, constraint)
        },
        () =>
          call.write(async (tx) =>
            replyOf(tx, call, await update(tx, call.actor, idIn(of as Of<Area>), body)),
          ),
      ),

    archive: toState('archived'),
    restore: toState('active'),
  }
}

/** Returns the handler of a paged list of records, whose CSV file has this name and these columns. */
export const listHandler =
  <Row extends RecordRow, Area extends RecordArea>(
    kind: RecordKind<Row, Area>,
    name: string,
    columns: Columns<Row>,
  ) =>
  (
    call: ListCall & { actor: WorkspaceMember },
    { query }: { query: RecordFilter & PageRequest & { format: 'json' | 'csv' } },
  ) =>
    pageOrFile(call, query, name, columns, (db, page) =>
      listRecordPage(db, kind, call.actor, query, page),
    )
