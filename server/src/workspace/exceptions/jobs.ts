import { z } from 'zod'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { pagesOfPlatformIds } from '../../platforms/tenant-sessions/queries.ts'
import { deleteForgotten } from './queries.ts'

const dayMs = 86_400_000
/** Days a resolved report is kept: until then a device that was away is told that it is resolved. */
const keptDays = 30
/** Days after its last scan an unknown code is taken for a mistake. */
const codeDays = 90

/** Deletes reports that were resolved, and codes that nobody has scanned for long, platform by platform. */
export const forgetExceptions = defineJob({
  name: 'forget-exceptions',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 1_800 },
  async run({ db, write, clock, signal }) {
    const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
    const limits = { resolved: before(keptDays), scanned: before(codeDays) }
    for await (const platformIds of pagesOfPlatformIds(db, signal))
      for (const platformId of platformIds)
        await write((tx) => deleteForgotten(tx, platformId, limits), { platformId })
  },
})
