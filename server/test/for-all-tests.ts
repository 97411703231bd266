import { beforeAll } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { openOwner, type Owner } from './owner.ts'
import { startWorkerFor, type JobWorker } from './worker-for.ts'

type Opened = {
  app: TestApp
  owner: Owner
  /** Also a worker that does its jobs, for tests that wait for them. */
  startWorker(): Promise<JobWorker>
}

/**
 * One application for all tests of a file, and a look behind it; all is closed after the last.
 * `begin` gets them, and arranges what the tests share:
 * `forAllTests((opened) => ({ app, owner } = opened))`.
 */
export function forAllTests(begin: (opened: Opened) => unknown) {
  beforeAll(async () => {
    const app = await startApp()
    const owner = await openOwner(app)
    let worker: JobWorker | undefined
    await begin({
      app,
      owner,
      startWorker: async () => (worker = await startWorkerFor(app)),
    })
    return async () => {
      await worker?.stop()
      await owner.close()
      await app.close()
    }
  })
}
