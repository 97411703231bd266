import { forgetMailedToken, keepMailedToken, mailedToken } from '../../identity/mailed-token.ts'
import { paths } from '../../paths.ts'

const keyOf = (slug: string) => `${paths.tenantLogin(slug.toLowerCase())}?invite`

/** Keeps the secret of an invitation to this platform for this tab. */
export const keepInvitation = (slug: string, token: string) => keepMailedToken(keyOf(slug), token)

export const keptInvitation = (slug: string) => mailedToken(keyOf(slug))

export const forgetInvitation = (slug: string) => forgetMailedToken(keyOf(slug))

/** The platform has another path now than when the invitation was mailed. */
export function moveInvitation(from: string, to: string) {
  const token = keptInvitation(from)
  if (token === undefined) return
  forgetInvitation(from)
  keepInvitation(to, token)
}
