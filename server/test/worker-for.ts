import pg from 'pg'
import { jobs } from '../src/jobs.ts'
import { withRole } from '../src/database/login.ts'
import { startQueue } from '../src/jobs/queue.ts'
import type { TestApp } from './app.ts'

export type JobWorker = Awaited<ReturnType<typeof startWorkerFor>>

/** A real worker for this application; `settle` waits until nothing is left for it to do. */
export async function startWorkerFor(app: TestApp) {
  const url = withRole(app.ownerUrl, 'stowage_app')
  const queue = await startQueue(app.context, url, jobs, {})
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  return {
    async settle() {
      for (let tries = 0; tries < 200; tries++) {
        const { rows } = await owner.query(
          `select from pgboss.job where state in ('created', 'retry', 'active') limit 1`,
        )
        if (rows.length === 0) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('jobs are still waiting after ten seconds')
    },
    async stop() {
      await queue.stop()
      await owner.end()
    },
  }
}
