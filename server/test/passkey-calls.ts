import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import type { Owner } from './owner.ts'

const { list, beginRegistration, completeRegistration } = api.identity.passkeys

type Person = { token: string }
type Opened = { app: TestApp; owner: Owner }

/** Returns calls and queries for passkey tests. `opened` is called late: tests open it before they run. */
export const passkeyCalls = (opened: () => Opened) => ({
  begin: async ({ token }: Person) => (await opened().app.call(beginRegistration, { token })).body,
  complete: ({ token }: Person, response: object, name?: string) =>
    opened().app.call(completeRegistration, {
      token,
      body: { response, ...(name && { name }) },
    }),
  listOf: async ({ token }: Person) => (await opened().app.call(list, { token })).body.passkeys,
  subjectsTo: async ({ email }: { email: string }) =>
    (await opened().app.mailsTo(email)).map((mail) => mail.subject),
  eventsOf: async ({ user }: { user: { id: string } }) =>
    (await opened().owner.eventsOf(user.id)).filter((event) => event.startsWith('PASSKEY')),
})
