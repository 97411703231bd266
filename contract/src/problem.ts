import { z } from 'zod'

const detail = z.object({ path: z.string(), message: z.string() })
export type Detail = z.output<typeof detail>

/** The body of every reply outside 2xx. `error` repeats `code` for older clients. */
export const problem = z.looseObject({
  message: z.string(),
  error: z.string(),
  code: z.string(),
  details: z.array(detail),
  requestId: z.string(),
})
export type Problem = z.output<typeof problem>
