import type { waves as routes } from '@stowage/contract/orders/waves'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { takeNumber } from '../../workspace/documents/numbers.ts'
import { cancelWave, createWave, getWave, preview, releaseWave, updateWave } from './commands.ts'
import { waveColumns } from './export.ts'
import { startWave } from './jobs.ts'
import { findWaveFigures, listWaveOrders } from './list-queries.ts'
import { toReply, waves } from './queries.ts'

export const waveHandlers: Handlers<typeof routes> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, waves, actor, query, page)
      const figures = await findWaveFigures(db, actor, found.items)
      return { ...found, items: found.items.map((row) => toReply(row, figures.get(row.id))) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'waves', at: actor.at }, waveColumns, listPage)
  },

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ wave: await getWave(db, actor, params.waveId) })),

  orders: ({ read, actor }, { params: { waveId }, query }) =>
    read(async (db) => {
      await getDocument(db, waves, actor, waveId)
      return listWaveOrders(db, actor.platform.id, waveId, query, query)
    }),

  preview: ({ read, actor }, { body }) => read((db) => preview(db, actor, body)),

  create: async (call, { body }) => {
    const { write, actor } = call
    const number = await takeNumber(call, actor.platform.id, waves.prefix)
    return write(async (tx) => ({ wave: await createWave(tx, actor, number, body) }))
  },

  update: ({ write, actor }, { params: { waveId }, body }) =>
    write(async (tx) => ({ wave: await updateWave(tx, actor, waveId, body) })),

  release: ({ write, actor }, { params: { waveId }, body }) =>
    write(async (tx) => {
      const wave = await releaseWave(tx, actor, waveId, body.version)
      await startWave(tx, waveId, actor)
      return { wave }
    }),

  cancel: ({ write, actor }, { params: { waveId }, body }) =>
    write(async (tx) => {
      const wave = await cancelWave(tx, actor, waveId, body.version)
      await startWave(tx, waveId, actor)
      return { wave }
    }),
}
