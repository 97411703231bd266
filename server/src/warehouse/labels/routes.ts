import { labelsIn, type labels } from '@stowage/contract/warehouse/labels'
import { record } from '../../audit.ts'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import {
  findForPractice,
  findLabelledLocations,
  findLabelledLots,
  findLabelledVariants,
} from './queries.ts'
import { drawInThread } from './threads.ts'

const contentTypes = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  zpl: 'application/zpl; charset=utf-8',
} as const

/** Items and places on the sheet to practise with. */
const ofEach = 5

const inOrder = <Thing extends { id: string }>(
  ids: readonly string[],
  found: readonly Thing[],
): Thing[] => {
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const labelHandlers: Handlers<typeof labels> = {
  print: async ({ write, actor, config }, { body }) => {
    const { template, ids, copies, copiesOf = ids.map(() => copies), format } = body
    const { paper, startAt, arrow } = body
    const { platform, warehouses, at } = actor
    const found = await write(async (tx) => {
      const variants =
        template === 'product' ? await findLabelledVariants(tx, platform.id, ids) : []
      const locations =
        template === 'location' ? await findLabelledLocations(tx, platform.id, warehouses, ids) : []
      const lots = template === 'lot' ? await findLabelledLots(tx, platform.id, ids) : []
      const ordered = {
        variants: inOrder(ids, variants),
        locations: inOrder(ids, locations),
        lots: inOrder(ids, lots),
      }
      if (Object.values(ordered).every(({ length }) => length < ids.length)) notFound()
      if (!body.preview)
        await record(tx, actor, 'LABELS_PRINTED', {
          metadata: { template, format, labels: labelsIn(body) },
        })
      return ordered
    })
    const bytes = await drawInThread({
      kind: 'labels',
      ...found,
      copiesOf,
      template,
      format,
      paper,
      startAt,
      arrow,
      publicUrl: config.publicUrl,
      at,
    })
    const day = at.toISOString().slice(0, 10)
    const headers = { 'content-disposition': `inline; filename="labels-${day}.${format}"` }
    return { contentType: contentTypes[format], bytes, headers }
  },

  practice: async ({ read, actor, config }, { query: { format } }) => {
    const { platform, warehouses, at } = actor
    const found = await read(async (db) => {
      const ids = await findForPractice(db, platform.id, warehouses, ofEach)
      const variants = await findLabelledVariants(db, platform.id, ids.variants)
      const places = await findLabelledLocations(db, platform.id, warehouses, ids.locations)
      return {
        variants: inOrder(ids.variants, variants),
        locations: inOrder(ids.locations, places),
      }
    })
    const { publicUrl } = config
    const bytes = await drawInThread({ kind: 'practice', ...found, format, publicUrl, at })
    const headers = { 'content-disposition': `inline; filename="scanner-practice.${format}"` }
    return { contentType: contentTypes[format], bytes, headers }
  },
}
