import { z } from 'zod'
import { get } from '../route.ts'
import { user } from './accounts.ts'

export const profile = {
  me: get('/auth/me', {
    summary: 'The signed-in operator',
    allow: 'operator',
    reply: z.object({ user }),
  }),
}
