import { expect, type CDPSession, type Page } from '@playwright/test'

export type Authenticator = {
  /** The finger on the sensor: answers the request that `ask` leads to, and only that one. */
  press(ask: () => Promise<unknown>): Promise<void>
  /** The same where the device refuses; `ask` waits for what the page says to that. */
  pressInVain(ask: () => Promise<unknown>): Promise<void>
  /** Makes a passkey for the operator signed in to this page, over the interface. */
  register(): Promise<void>
  /** How many passkeys it holds. */
  count(): Promise<number>
  /** Whether it checks who uses it, by finger or PIN; at first it does. */
  checksUser(does: boolean): Promise<void>
}

/** A passkey authenticator built into the browser of this page, as a phone or a laptop has one. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // A page that waits for a passkey from its autofill list would have one at once.
      automaticPresenceSimulation: false,
    },
  })

  const touch = (enabled: boolean) =>
    browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const press = async (ask: () => Promise<unknown>) => {
    const used = answered(browser)
    await touch(true)
    await ask()
    await used
    await touch(false)
  }

  return {
    press,
    async pressInVain(ask) {
      await touch(true)
      await ask()
      await touch(false)
    },
    register: () => press(() => registerIn(page)),
    async count() {
      const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
    async checksUser(isUserVerified) {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
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
