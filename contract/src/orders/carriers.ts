import { z } from 'zod'
import { code, id, instant, line } from '../fields.ts'
import { changesOf, recordList, recordRoutes } from '../workspace/record-routes.ts'
import { states, version } from '../workspace/records.ts'

/** The address of a page with the tracking number somewhere after its host. */
const trackingAddress = /^https:\/\/[^\s/{}]+\/\S*\{tracking\}\S*$/

const isTrackingUrl = (text: string) =>
  text === '' || (trackingAddress.test(text) && URL.canParse(text))

const created = z.object({
  code: code('Code', { min: 1, max: 40 }),
  name: line('Name', { max: 80 }).default(''),
  /** Address of the page that shows where a package is, with `{tracking}` for its number; blank for none. */
  trackingUrl: line('Tracking URL', { max: 500 })
    .refine(isTrackingUrl, 'Enter an address that begins with https:// and contains {tracking}')
    .default(''),
})

const carrier = z.object({
  id,
  code: z.string(),
  name: z.string(),
  trackingUrl: z.string(),
  state: z.enum(states),
  version,
  createdAt: instant,
})
export type Carrier = z.output<typeof carrier>

const path = '/tenant/:slug/carriers'

export const carriers = {
  list: recordList(path, {
    summary: 'Carriers',
    allow: 'carrier.read',
    item: carrier,
    sort: ['code', 'name', 'createdAt', 'updatedAt'],
  }),
  ...recordRoutes('carrier', path, {
    item: carrier,
    created,
    changed: changesOf(created),
    rights: { read: 'carrier.read', create: 'carrier.manage' },
    errors: { archive: [] },
  }),
}
