import type { BatchReply } from '@stowage/contract/batches'
import type { Tx } from '../../database/connect.ts'
import { Failure, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { lockLimitedLocations, type StockFlow } from '../locations/assert-capacity.ts'
import { findItems, type ItemChoice } from '../products/variant-list-queries.ts'
import { findSite, type LocationChoice, type Site } from '../locations/warehouse-queries.ts'
import { explainClosed } from './retry-conflicts.ts'
import { lockStock, waitLonger, type MoveLine } from './kernel-queries.ts'
import { findOrCreateTracking, type LineNames, type Tracking, type TrackingInput } from './lines.ts'

/*
 * Several documents in one transaction. What all of them name is read with as many statements as for one,
 * and the stock they change is locked together, in the order of its keys, so two batches never wait
 * for each other.
 */

type Body = { warehouseId: string; lines: readonly (LocationChoice & ItemChoice)[] }

/** A document that was read, before its lots and serial numbers have rows. */
type Read = { site: Pick<Site, 'timezone'>; trackingInputs: readonly TrackingInput[] }

/** How one kind of document is read and written. */
type Steps<Given extends Body, Named extends Read, Ready extends object> = {
  /** Reads a document whose names were looked up; fails with what is wrong with it. */
  read: (body: Given, names: LineNames) => Named
  /** Finishes reading, once its lots and serial numbers have rows; fails like `read`. */
  finish: (body: Given, read: Named, tracking: Tracking[]) => Ready
  /** Locks what the documents change, and returns those for which stock rows were made. */
  lock: (documents: readonly Ready[]) => Promise<ReadonlySet<Ready>>
  /** Writes a document and returns its id. */
  write: (document: Ready, index: number) => Promise<string>
  /** Throws a better reason for a document the database has refused. */
  explain?: (body: Given, error: unknown) => Promise<void>
}

/** Documents by their index in the batch, or why they are refused. */
type Results<Known> = Map<number, Known | Failure>

/** Writes a batch of documents, each as if it were alone. */
export async function writeDocuments<Given extends Body, Named extends Read, Ready extends object>(
  tx: Tx,
  actor: WorkspaceMember,
  batch: { mode: 'all_or_nothing' | 'valid_items'; items: readonly Given[] },
  steps: Steps<Given, Named, Ready>,
): Promise<BatchReply> {
  await waitLonger(tx)
  const names = await findNames(tx, actor, batch.items)
  const read = tryEach(new Map(batch.items.entries()), (body, i) =>
    steps.read(body, names[i] ?? notFound()),
  )
  let ready: Results<Ready> = new Map()
  let withNewStock: ReadonlySet<unknown> = new Set()

  return runBatch(tx, batch, {
    async begin(isRefused) {
      const left = new Map([...read].filter(([index]) => !isRefused(index)))
      const tracking = await nameAllMarks(tx, actor, validOf(left))
      ready = tryEach(left, (one, i) =>
        steps.finish(batch.items[i] ?? notFound(), one, tracking.shift() ?? []),
      )
      withNewStock = await steps.lock(validOf(ready))
    },
    apply(_, index) {
      const document = ready.get(index) ?? notFound()
      if (document instanceof Failure) throw document
      return steps.write(document, index)
    },
    async explain(body, error) {
      await explainClosed(tx, actor, error)
      await steps.explain?.(body, error)
    },
    leavesTraces(index) {
      const one = read.get(index)
      return (
        withNewStock.has(ready.get(index)) ||
        (one !== undefined && !(one instanceof Failure) && one.trackingInputs.some(isMarked))
      )
    },
  })
}

/** Does `work` for each that is not refused; a failure refuses that one. */
function tryEach<Known, More>(
  documents: ReadonlyMap<number, Known | Failure>,
  work: (known: Known, index: number) => More,
): Results<More> {
  const results: Results<More> = new Map()
  for (const [index, known] of documents)
    try {
      results.set(index, known instanceof Failure ? known : work(known, index))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      results.set(index, error)
    }
  return results
}

const validOf = <Known>(documents: Results<Known>): Known[] =>
  [...documents.values()].flatMap((one) => (one instanceof Failure ? [] : [one]))

/** Returns the records that the lines of each document name. */
async function findNames(
  tx: Tx,
  { platform, warehouses }: WorkspaceMember,
  documents: readonly Body[],
): Promise<LineNames[]> {
  const items = await findItems(tx, platform.id, documents.flatMap(linesOf))
  const sites = new Map<string, Site | undefined>()
  for (const [id, those] of Map.groupBy(documents, ({ warehouseId }) => warehouseId))
    sites.set(id, await findSite(tx, platform.id, warehouses, id, those.flatMap(linesOf)))
  return documents.map(({ warehouseId, lines: { length } }) => {
    const site = sites.get(warehouseId)
    const places = site?.places.splice(0, length) ?? []
    return { site: site && { ...site, places }, items: items.splice(0, length) }
  })
}

const linesOf = ({ lines }: Body) => lines

/** The lots and serial numbers of the lines of several documents; those that are new are inserted. */
async function nameAllMarks(
  tx: Tx,
  { platform, at }: WorkspaceMember,
  documents: readonly Read[],
): Promise<Tracking[][]> {
  const tracking = new Map<string, Tracking[]>()
  for (const [timezone, those] of Map.groupBy(documents, ({ site }) => site.timezone)) {
    const lines = those.flatMap(({ trackingInputs }) => trackingInputs)
    tracking.set(timezone, await findOrCreateTracking(tx, platform.id, lines, { at, timezone }))
  }
  return documents.map(
    ({ site, trackingInputs }) =>
      tracking.get(site.timezone)?.splice(0, trackingInputs.length) ?? [],
  )
}

const isMarked = ({ lotCode, serials }: TrackingInput): boolean =>
  lotCode !== undefined || serials.length > 0

/** Locks what several documents change, in the one order: places that are limited, then the stock. */
export async function lockLocationsAndStock(
  tx: Tx,
  platformId: string,
  places: readonly StockFlow['place'][],
  lines: readonly MoveLine[],
): Promise<void> {
  const numbered = lines.map((line, i) => ({ ...line, lineNo: i + 1 }))
  await lockLimitedLocations(tx, platformId, places)
  if (numbered.length > 0) await lockStock(tx, platformId, [], numbered)
}
