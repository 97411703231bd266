import { labelsIn, type labels } from '@stowage/contract/warehouse/labels'
import { record } from '../../audit.ts'
import { fail } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { htmlOf } from './html.ts'
import { locationLabel, productLabel, type Label } from './layout.ts'
import { pdfOf } from './pdf.ts'
import { practiceSheet } from './practice.ts'
import { findForPractice, findLabelledLocations, findLabelledVariants } from './queries.ts'
import { pagesOf } from './sheets.ts'
import { zplOf } from './zpl.ts'

const contentTypes = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  zpl: 'application/zpl; charset=utf-8',
} as const

/** Items and places on the sheet to practise with. */
const ofEach = 5

const inOrder = <Thing extends { id: string }>(ids: readonly string[], found: readonly Thing[]) =>
  ids.flatMap((id) => found.find((one) => one.id === id) ?? [])

export const labelHandlers: Handlers<typeof labels> = {
  print: async ({ write, actor, config }, { body }) => {
    const { template, ids, copies, copiesOf = ids.map(() => copies), format, arrow } = body
    const { platform, warehouses, at } = actor
    const found = await write(async (tx) => {
      const named = new Map<string, Label>()
      if (template === 'product')
        for (const variant of await findLabelledVariants(tx, platform.id, ids))
          named.set(variant.id, productLabel(variant))
      else
        for (const place of await findLabelledLocations(tx, platform.id, warehouses, ids))
          named.set(place.id, locationLabel(place, arrow))
      const ordered = ids.map((id) => named.get(id) ?? fail('not_found'))
      if (!body.preview)
        await record(tx, actor, 'LABELS_PRINTED', {
          metadata: { template, format, labels: labelsIn(body) },
        })
      return ordered
    })
    const day = at.toISOString().slice(0, 10)
    const headers = { 'content-disposition': `inline; filename="labels-${day}.${format}"` }
    const reply = (bytes: Uint8Array) => ({ contentType: contentTypes[format], bytes, headers })
    if (format === 'zpl') return reply(Buffer.from(zplOf(found, copiesOf)))
    const copied = found.flatMap((label, i) =>
      Array.from({ length: copiesOf[i] ?? 0 }, () => label),
    )
    const pages = pagesOf(copied, body)
    if (format === 'pdf') return reply(await pdfOf(pages, at))
    return reply(Buffer.from(htmlOf(pages, body, config.publicUrl)))
  },

  practice: async ({ read, actor, config }, { query: { format } }) => {
    const { platform, warehouses, at } = actor
    const page = await read(async (db) => {
      const ids = await findForPractice(db, platform.id, warehouses, ofEach)
      const variants = await findLabelledVariants(db, platform.id, ids.variants)
      const places = await findLabelledLocations(db, platform.id, warehouses, ids.locations)
      return practiceSheet(inOrder(ids.variants, variants), inOrder(ids.locations, places))
    })
    const bytes =
      format === 'pdf'
        ? await pdfOf([page], at)
        : Buffer.from(htmlOf([page], { template: 'product', paper: 'a4' }, config.publicUrl))
    const headers = { 'content-disposition': `inline; filename="scanner-practice.${format}"` }
    return { contentType: contentTypes[format], bytes, headers }
  },
}
