export interface Account {
  id: string
  email: string
  password: string
  accessToken: string
  /** Shown at sign-in; without it every sign-in would also write a mail about a new device. */
  deviceToken: string
}

/**
 * Registers accounts through the front door and signs each in once. Rejects with the server's own
 * message when it refuses.
 */
export async function makeAccounts(port: number, count: number): Promise<Account[]> {
  const accounts: Account[] = []
  for (let number = 0; number < count; number += 1) {
    const credentials = { email: `bench-${number}@example.test`, password: 'plenty of shelf space' }
    const names = { firstName: 'Bench', lastName: `Number ${number}` }
    await post(port, '/api/v1/auth/register', { ...names, ...credentials })
    const { user, tokens, deviceToken } = (await post(port, '/api/v1/auth/login', credentials)) as {
      user: { id: string }
      tokens: { accessToken: string }
      deviceToken: string
    }
    const { accessToken } = tokens
    accounts.push({ id: user.id, ...credentials, accessToken, deviceToken })
  }
  return accounts
}

/** A platform of the account's own, with the account signed in there as a member. */
export async function openPlatform(port: number, account: Account, name: string) {
  const { email, password, accessToken } = account
  const { platform } = (await post(port, '/api/v1/platforms', { name }, accessToken)) as {
    platform: { id: string; slug: string }
  }
  const signedIn = await post(port, `/api/v1/tenant/${platform.slug}/login`, { email, password })
  const { tokens } = signedIn as { tokens: { accessToken: string } }
  return { ...platform, token: tokens.accessToken }
}

/** What the server answers; rejects with its own message when it refuses. */
export async function post(
  port: number,
  path: string,
  body: object,
  accessToken?: string,
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}
