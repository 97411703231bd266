import type { locations } from '@stowage/contract/warehouse/locations'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { explainHolding, holdContents } from '../stock/lot-holds.ts'
import { listWarehouses } from '../warehouses/list-queries.ts'
import {
  addLocation,
  getLocation,
  changeLocation,
  setLocationStatus,
  setLocationStatuses,
  generate,
} from './commands.ts'
import { locationColumns } from './export.ts'
import { listLocations } from './list-queries.ts'
import { type Identifiers, findOwner } from './queries.ts'

const ownerOf =
  ({ actor: { platform, warehouses } }: { actor: WorkspaceMember }, identifiers: Identifiers) =>
  (db: Db, constraint: string) =>
    findOwner(db, platform.id, warehouses, constraint, identifiers)

type Call = Context & {
  actor: WorkspaceMember
  explain: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Blocks locations; when what lies there was to go on hold and may not, the refusal says why. */
async function orExplainHold<T>(
  call: Call,
  isHolding: boolean,
  ids: readonly string[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { actor, explain, write } = call
  if (!isHolding) return write(work)
  try {
    return await write(work)
  } catch (error) {
    await explain((tx) => explainHolding(tx, actor, ids, error))
    throw error
  }
}

export const locationHandlers: Handlers<typeof locations> = {
  async list({ actor, ...call }, { query: { format, ...query } }) {
    const { platform, warehouses, at } = actor
    if (format === 'json')
      return call.read((db) => listLocations(db, platform.id, warehouses, query, query))
    const sites = await call.read((db) => listWarehouses(db, platform.id, warehouses))
    return listAsCsv(call, { name: 'locations', at }, locationColumns(sites), (db, page) =>
      listLocations(db, platform.id, warehouses, query, page),
    )
  },

  create: (call, { body }) =>
    namingDuplicates(call, ownerOf(call, body), () =>
      call.write(async (tx) => ({ location: await addLocation(tx, call.actor, body) })),
    ),

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ location: await getLocation(db, actor, params.locationId) })),

  update: (call, { params, body }) =>
    namingDuplicates(call, ownerOf(call, body), () =>
      call.write(async (tx) => ({
        location: await changeLocation(tx, call.actor, params.locationId, body),
      })),
    ),

  archive: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      location: await setLocationStatus(tx, actor, params.locationId, body.version, 'archive'),
    })),

  async block(call, { params: { locationId }, body: { version, direction, hold } }) {
    await call.requireRights({ 'stock.status.change': hold })
    return orExplainHold(call, hold, [locationId], async (tx) => {
      const location = await setLocationStatus(tx, call.actor, locationId, version, { direction })
      if (hold) await holdContents(tx, call.actor, [locationId], `${location.code} was blocked`)
      return { location }
    })
  },

  unblock: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      location: await setLocationStatus(tx, actor, params.locationId, body.version, 'unblock'),
    })),

  async blockMany(call, { body: { ids, direction, hold } }) {
    await call.requireRights({ 'stock.status.change': hold })
    return orExplainHold(call, hold, ids, async (tx) => {
      const changed = await setLocationStatuses(tx, call.actor, ids, { direction })
      if (hold) await holdContents(tx, call.actor, ids, 'The locations were blocked')
      return { changed }
    })
  },

  unblockMany: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await setLocationStatuses(tx, actor, body.ids, 'unblock') })),

  generate: ({ write, actor }, { body }) => write((tx) => generate(tx, actor, body)),
}
