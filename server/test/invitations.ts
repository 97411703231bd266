import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'

const { members, invitations } = api.platforms
type Platform = { id: string; slug: string }

export const newAddress = () => `${randomUUID()}@example.com`

/** Returns calls for invitations to the platforms of the test. */
export function inviting(app: TestApp) {
  const invite = (
    by: { token: string },
    at: Platform,
    memberEmail: unknown,
    headers: Record<string, string> = {},
  ) =>
    app.call(members.invite, {
      token: by.token,
      params: { platformId: at.id },
      body: { memberEmail },
      headers,
    })
  /** The token of the newest invitation to an address. */
  const mailed = async (email: string) => {
    const [mail] = await app.mailsTo(email)
    return /\?invite=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  }
  return {
    invite,
    mailed,
    /** Invites an address and reads the mail. */
    async invited(by: { token: string }, at: Platform, email = newAddress()) {
      const { body } = await invite(by, at, email)
      const id = body.members.find((member) => member.email === email)?.id ?? ''
      return { email, id, token: await mailed(email) }
    },
    accept: (at: Platform, body: Record<string, unknown>) =>
      app.call(invitations.accept, { params: { slug: at.slug }, body }),
    look: (at: Platform, token: string) =>
      app.call(invitations.look, { params: { slug: at.slug }, body: { token } }),
  }
}
