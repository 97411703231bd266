import { inTransaction } from '../src/database/transactions.ts'
import type { Job } from '../src/jobs/queue.ts'
import type { TestApp } from './app.ts'

/** Runs one job now, as a worker of this application would; it throws what the job throws. */
export const runJob = <Payload extends object>(
  { context }: Pick<TestApp, 'context'>,
  job: Job<Payload>,
  payload: Payload,
): Promise<void> =>
  job.run(
    {
      ...context,
      signal: new AbortController().signal,
      write: (work, scope = {}) => inTransaction(context.db, scope, work),
    },
    payload,
  )
