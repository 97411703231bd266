import { api } from '@stowage/contract'
import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import type { TestApp } from './app.ts'
import { codeAt } from './totp.ts'

const { setup, verify } = api.identity.twoFactor
export const step = 30_000

/** A signed-in operator with an authenticator, whose codes `nextCode` gives, and backup codes. */
export async function operatorWithFactor(
  app: TestApp,
  overrides: Parameters<TestApp['newOperator']>[0] = {},
) {
  const operator = await app.newOperator(overrides)
  const { secret } = (await app.call(setup, { token: operator.token })).body
  const enrolCode = codeAt(secret, app.clock.now())
  const { status, body } = await app.call(verify, {
    token: operator.token,
    body: { token: enrolCode },
  })
  if (status !== 200 || !body.backupCodes) throw new Error(`no second factor: ${status}`)
  return { ...operator, secret, enrolCode, backupCodes: body.backupCodes }
}

/** A code not used so far: the clock goes on to the next one. */
export function nextCode(app: TestApp, { secret }: { secret: string }): string {
  app.clock.advance(step)
  return codeAt(secret, app.clock.now())
}

/** Six digits that are no code of this moment or of one beside it. */
export function wrongCode(app: TestApp, { secret }: { secret: string }): string {
  const now = app.clock.now().getTime()
  const near = [-2, -1, 0, 1, 2].map((offset) => codeAt(secret, new Date(now + offset * step)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string
}

/** The first step of a sign-in, which answers with the demand for the second. */
export async function firstStep(
  app: TestApp,
  { email, password }: { email: string; password: string },
) {
  const { body } = await app.call(api.identity.sessions.login, { body: { email, password } })
  return body as unknown as SecondFactorDemand
}
