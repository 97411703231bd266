import { expect, type CDPSession, type Page } from '@playwright/test'

export type Authenticator = {
  /** The finger on the sensor: answers the request that `ask` leads to, and only that one. */
  press(ask: () => Promise<unknown>): Promise<void>
  /** The same for a request that the device turns down while `ask` goes on. */
  pressInVain(ask: () => Promise<unknown>): Promise<void>
  /** Makes a passkey for the operator signed in to this page, over the interface. */
  register(): Promise<void>
  /** How many passkeys it holds. */
  count(): Promise<number>
  /** Sets whether the authenticator recognizes the finger. At first it does. */
  checksUser(does: boolean): Promise<void>
  /** From now on it takes everybody's finger, and says that it does not check whose it is. */
  stopCheckingUser(): Promise<void>
}

const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  // A page that waits for a passkey from its autofill list would have one at once.
  automaticPresenceSimulation: false,
} as const

/** A passkey authenticator built into the browser of this page, as a phone or a laptop has one. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: device,
  })

  const touch = (enabled: boolean) =>
    browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const pressInVain = async (ask: () => Promise<unknown>) => {
    await touch(true)
    await ask()
    await touch(false)
  }
  const press = (ask: () => Promise<unknown>) =>
    pressInVain(async () => {
      const used = answered(browser)
      await ask()
      await used
    })

  return {
    press,
    pressInVain,
    register: () => press(() => registerIn(page)),
    async count() {
      const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
    async checksUser(isUserVerified) {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    // A browser wants the check wherever it can have it, unless the page does without.
    async stopCheckingUser() {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await page.addInitScript(() => {
        const get = navigator.credentials.get.bind(navigator.credentials)
        navigator.credentials.get = (asked) =>
          get(
            asked?.publicKey && {
              ...asked,
              publicKey: { ...asked.publicKey, userVerification: 'discouraged' },
            },
          )
      })
    },
  }
}

const answered = (browser: CDPSession) =>
  new Promise<void>((resolve) => {
    browser.once('WebAuthn.credentialAdded', () => resolve())
    browser.once('WebAuthn.credentialAsserted', () => resolve())
  })

async function registerIn(page: Page) {
  const reply = await page.evaluate(async () => {
    const call = async (path: string, body: object) => {
      const answer = await fetch(`/api/v1/auth/passkey/register/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { options: PublicKeyCredentialCreationOptionsJSON }
    }
    const { options } = await call('begin', {})
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return call('complete', { response: made.toJSON() })
  })
  expect(reply).toMatchObject({ verified: true })
}
