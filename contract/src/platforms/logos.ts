import { z } from 'zod'
import { image } from '../fields.ts'
import { file, get, post } from '../route.ts'

export const logos = {
  save: post('/platforms/:platformId/logo', {
    summary: 'Upload the logo of a platform',
    allow: 'logo.write',
    upload: 'logo',
    body: image,
    reply: z.object({ logoUrl: z.string() }),
    limits: ['LOGO'],
  }),
  /** For `<img>` on the sign-in page, which has no session. */
  show: get('/platforms/logo/:name', {
    summary: 'The logo behind a present or former path, as PNG or WebP',
    allow: 'public',
    reply: file,
    limits: ['LOGO_GET_IP'],
  }),
}
