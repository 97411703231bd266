import type { Tools } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import type { Origin } from '../http/actor.ts'
import { sendMail, type Mail } from './send.ts'
import type { Notice } from './templates/security.ts'

/** Mails that state only when, where and from which device something happened. */
type NoticeTemplate = {
  [M in Mail as M['template']]: Notice extends M['data'] ? M['template'] : never
}[Mail['template']]

/** Mails a security notice to the account's owner. `page` is where the owner can respond. */
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
