import type { locations } from '@stowage/contract/warehouse/locations'
import type { Db } from '../../database/connect.ts'
import { namingDuplicates } from '../../database/unique-violations.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { getRecord } from '../../workspace/records/queries.ts'
import { listWarehouses } from './warehouse-list-queries.ts'
import {
  addLocation,
  changeLocation,
  setLocationStatus,
  setLocationStatuses,
  generate,
} from './commands.ts'
import { locationColumns } from './export.ts'
import { listLocations } from './list-queries.ts'
import { findOwner, locationRecord, type Identifiers } from './queries.ts'

const ownerOf =
  ({ actor: { platform, warehouses } }: { actor: WorkspaceMember }, identifiers: Identifiers) =>
  (db: Db, constraint: string) =>
    findOwner(db, platform.id, warehouses, constraint, identifiers)

export const locationHandlers: Handlers<Omit<typeof locations, 'block' | 'blockMany'>> = {
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
    read(async (db) => ({
      location: await getRecord(db, locationRecord, actor, params.locationId),
    })),

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

  unblock: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      location: await setLocationStatus(tx, actor, params.locationId, body.version, 'unblock'),
    })),

  unblockMany: ({ write, actor }, { body }) =>
    write(async (tx) => ({ changed: await setLocationStatuses(tx, actor, body.ids, 'unblock') })),

  generate: ({ write, actor }, { body }) => write((tx) => generate(tx, actor, body)),
}
