import { z } from 'zod'
import { instant } from '../fields.ts'
import { get, post } from '../route.ts'

const violation = z.object({
  rule: z.string(),
  subject: z.string(),
  expected: z.string(),
  actual: z.string(),
})

const verifyRun = z.object({
  kind: z.enum(['full', 'incremental']),
  ok: z.boolean(),
  violations: z.array(violation),
  rows: z.string(),
  tookMs: z.int(),
  at: instant,
})

export type VerifyRun = z.output<typeof verifyRun>

/** The check takes long and goes on in the background. Its result becomes the newest of the list. */
const stillChecking = z.object({ running: z.literal(true) })

export const integrity = {
  verify: post('/tenant/:slug/stock/verify', {
    summary: 'Run the integrity check',
    allow: 'stock.verify.run',
    body: z.object({ kind: z.enum(['full', 'incremental']).default('full') }),
    reply: z.union([verifyRun, stillChecking]),
    accepted: stillChecking,
    idempotent: true,
  }),
  verifyRuns: get('/tenant/:slug/stock/verify', {
    summary: 'Recent integrity checks, newest first',
    allow: 'stock.read',
    reply: z.object({ runs: z.array(verifyRun) }),
  }),
}
