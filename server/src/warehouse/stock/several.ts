import type { Db, Tx } from '../../database/connect.ts'
import { Failure, notFound } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { findItems, type Item, type ItemChoice } from '../catalog/item-queries.ts'
import { nameMarks, type Marked, type Marks } from '../lots/naming.ts'
import { findSite, type PlaceChoice, type Site } from '../places/site-queries.ts'
import { lockStock, type MoveLine } from './kernel-queries.ts'

/*
 * Several documents in one transaction. What all of them name is asked for at once, and what they touch is
 * made and held at once, in the order of its keys, so that two batches never wait for each other.
 */

/** The documents of a batch by their index in it: what is known of each, or why it is refused. */
export type Several<Known> = ReadonlyMap<number, Known | Failure>

/** What `look` makes of each that is not refused; where it fails, that is why it is. */
export function eachOf<Known, More>(
  documents: Several<Known>,
  look: (known: Known) => More,
): Several<More> {
  const seen = new Map<number, More | Failure>()
  for (const [index, known] of documents)
    try {
      seen.set(index, known instanceof Failure ? known : look(known))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      seen.set(index, error)
    }
  return seen
}

/** Those that are not refused. */
export const soundOf = <Known>(documents: Several<Known>): Known[] =>
  [...documents.values()].flatMap((one) => (one instanceof Failure ? [] : [one]))

export const without = <Known>(
  documents: Several<Known>,
  isRefused: (index: number) => boolean,
): Several<Known> => new Map([...documents].filter(([index]) => !isRefused(index)))

/** The document of this index; throws why it is refused. */
export function soundAt<Known>(documents: Several<Known>, index: number): Known {
  const known = documents.get(index) ?? notFound()
  if (known instanceof Failure) throw known
  return known
}

type Document = { warehouseId: string; lines: readonly (PlaceChoice & ItemChoice)[] }

/** Each document with its warehouse and the places it names there, and with the items its lines name. */
export async function nameSeveral<Body extends Document>(
  db: Db,
  { platform, warehouses }: Pick<Worker, 'platform' | 'warehouses'>,
  documents: readonly Body[],
): Promise<Several<{ body: Body; site: Site | undefined; items: (Item | undefined)[] }>> {
  const items = await findItems(db, platform.id, documents.flatMap(linesOf))
  const sites = new Map<string, Site | undefined>()
  for (const [id, those] of Map.groupBy(documents, ({ warehouseId }) => warehouseId))
    sites.set(id, await findSite(db, platform.id, warehouses, id, those.flatMap(linesOf)))
  return new Map(
    documents.map((body, index) => {
      const site = sites.get(body.warehouseId)
      const { length } = body.lines
      const places = site?.places.splice(0, length) ?? []
      return [
        index,
        { body, site: site && { ...site, places }, items: items.splice(0, length) },
      ] as const
    }),
  )
}

const linesOf = ({ lines }: Document) => lines

/** The lots and serial numbers of the lines of several documents, in their order; missing ones are made. */
export async function markSeveral(
  tx: Tx,
  { platform, at }: Pick<Worker, 'platform' | 'at'>,
  documents: readonly { site: Pick<Site, 'timezone'>; marked: readonly Marked[] }[],
): Promise<Marks[][]> {
  const marks = new Map<string, Marks[]>()
  for (const [timezone, those] of Map.groupBy(documents, ({ site }) => site.timezone)) {
    const lines = those.flatMap(({ marked }) => marked)
    marks.set(timezone, await nameMarks(tx, platform.id, lines, { at, timezone }))
  }
  return documents.map(
    ({ site, marked }) => marks.get(site.timezone)?.splice(0, marked.length) ?? [],
  )
}

export const isMarked = ({ lotCode, serials }: Marked): boolean =>
  lotCode !== undefined || serials.length > 0

/** Holds what these lines of several documents touch. */
export async function holdStock(
  tx: Tx,
  platformId: string,
  lines: readonly MoveLine[],
): Promise<void> {
  const numbered = lines.map((line, i) => ({ ...line, lineNo: i + 1 }))
  if (numbered.length > 0) await lockStock(tx, platformId, [], numbered)
}
