import { api } from '@stowage/contract'
import { keyPermissions } from '@stowage/contract/workspace/api-keys'
import type { TestApp } from './app.ts'

type Owner = { email: string; password: string }

/** Creates an API key of the owner, with every permission unless `body` says otherwise. Returns the secret. */
export async function newApiKey(
  app: TestApp,
  { email, password }: Owner,
  { slug }: { slug: string },
  body: Record<string, unknown> = {},
): Promise<string> {
  const params = { slug }
  const signedIn = await app.call(api.platforms.tenantSessions.login, {
    params,
    body: { email, password },
  })
  const created = await app.call(api.workspace.apiKeys.create, {
    params,
    token: signedIn.body.tokens.accessToken,
    body: { name: 'Shop', permissions: keyPermissions, ...body },
  })
  return created.body.secret
}
