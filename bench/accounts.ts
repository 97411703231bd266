export interface Account {
  id: string
  email: string
  password: string
  accessToken: string
  /** Sent at sign-in, so no mail about a new device is written. */
  deviceToken: string
}

/**
 * Registers accounts over the API and signs each in. Rejects with the server's message on a
 * refusal.
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

/** Creates a platform of the account and signs the account in there as a member. */
export async function openPlatform(port: number, account: Account, name: string) {
  const { email, password, accessToken } = account
  const { platform } = (await post(port, '/api/v1/platforms', { name }, accessToken)) as {
    platform: { id: string; slug: string }
  }
  const signedIn = await post(port, `/api/v1/tenant/${platform.slug}/login`, { email, password })
  const { tokens } = signedIn as { tokens: { accessToken: string } }
  return { ...platform, token: tokens.accessToken }
}

/** Returns the server's reply. Rejects with its message on a refusal. */
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
