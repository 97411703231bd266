import { z } from 'zod'
import { record } from '../workspace/event-fields.ts'

export const events = () => ({
  channel: { each: { code: z.string() }, types: record },
})
