import { z } from 'zod'
import { changed } from '../workspace/event-fields.ts'

export const events = () => ({
  category: { each: { name: z.string() }, types: { created: {}, updated: { changed } } },
})
