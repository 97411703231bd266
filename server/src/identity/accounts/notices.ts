import type { Tx } from '../../database/connect.ts'
import type { Origin } from '../../http/actor.ts'
import { sendMail, type Mail } from '../../mail/send.ts'
import type { Notice } from '../../mail/templates/security.ts'
import type { Tools } from './commands.ts'

/** The mails that tell when, where and by which device something happened, and nothing else. */
type NoticeTemplate = {
  [M in Mail as M['template']]: Notice extends M['data'] ? M['template'] : never
}[Mail['template']]

/** Tells the owner of an account what was done with it; `page` is where to act on that. */
export async function notifyOwner(
  tx: Tx,
  tools: Tools,
  { at, ip, userAgent }: Origin,
  { email, firstName }: { email: string; firstName: string },
  template: NoticeTemplate,
  page: 'login' | 'forgot-password' = 'forgot-password',
): Promise<void> {
  const link = `${tools.config.publicUrl}/${page}`
  const data = { firstName, at, ip, userAgent, link }
  await sendMail(tx, tools, { to: email, template, data } as Mail)
}
