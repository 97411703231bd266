import { z } from 'zod'
import { file, get } from '../route.ts'
import { unprintableMode } from '../unprintable.ts'

export const practiceLabels = {
  practice: get('/tenant/:slug/labels/practice', {
    summary: 'A practice sheet of barcodes, some from this workspace',
    allow: 'print.use',
    query: z.object({
      format: z.enum(['html', 'pdf']).default('pdf'),
      unprintable: unprintableMode,
    }),
    reply: file,
  }),
}
