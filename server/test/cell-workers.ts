import { cellJobs, jobs } from '../src/jobs.ts'
import type { CellUrls } from '../src/cells/cells.ts'
import { contextOf, type Context } from '../src/context.ts'
import { withRole } from '../src/database/login.ts'
import { startQueue } from '../src/jobs/queue.ts'
import { startSealer } from '../src/platforms/audit/seal-waiting.ts'
import { startAnnouncing } from '../src/warehouse/stock-views/announce.ts'
import { startRelay } from '../src/workspace/webhooks/relay-events.ts'
import type { TestApp } from './app.ts'

type Cells = { app: TestApp; urlsOf: (name: string) => CellUrls }

/** Starts the background work of each cell, as the worker process of an installation does. */
export async function startCellWorkers({ app, urlsOf }: Cells, names: readonly string[]) {
  const { context } = app
  const running: { stop(): Promise<void> }[] = []
  async function begin(local: Context, { url, ownerUrl }: CellUrls, own: typeof jobs) {
    running.push(startSealer(local, withRole(ownerUrl, 'stowage_sealer')))
    running.push(await startQueue(local, withRole(url, 'stowage_app'), own, {}))
    running.push(startRelay(local))
    running.push(startAnnouncing(local))
  }
  await begin(context, urlsOf('main'), jobs)
  for (const name of names)
    await begin(contextOf(context, await context.cells.byName(name)), urlsOf(name), cellJobs)
  return { stop: () => Promise.all(running.map((each) => each.stop())) }
}
