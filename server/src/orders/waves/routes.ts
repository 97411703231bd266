import type { waves as routes } from '@stowage/contract/orders/waves'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { cancelWave, createWave, getWave, preview, releaseWave, updateWave } from './commands.ts'
import { waveColumns } from './export.ts'
import { startWave } from './jobs.ts'
import { findWaveFigures, listWaveOrders } from './list-queries.ts'
import { toReply, waves } from './queries.ts'

const { list, details, create, step } = documentHandlers(waves, 'wave')

export const waveHandlers: Handlers<typeof routes> = {
  list: list('waves', waveColumns, async (rows, actor, db) => {
    const figures = await findWaveFigures(db, actor, rows)
    return rows.map((row) => toReply(row, figures.get(row.id)))
  }),
  details: details(getWave),

  orders: ({ read, actor }, { params: { waveId }, query }) =>
    read(async (db) => {
      await getDocument(db, waves, actor, waveId)
      return listWaveOrders(db, actor.platform.id, waveId, query, query)
    }),

  preview: ({ read, actor }, { body }) => read((db) => preview(db, actor, body)),

  create: create(createWave),
  update: step(updateWave),

  release: step(async (tx, actor, id, { version }) => {
    const wave = await releaseWave(tx, actor, id, version)
    await startWave(tx, id, actor)
    return wave
  }),

  cancel: step(async (tx, actor, id, { version }) => {
    const wave = await cancelWave(tx, actor, id, version)
    await startWave(tx, id, actor)
    return wave
  }),
}
