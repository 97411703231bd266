import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import {
  newAuthenticator,
  newOperatorWith,
  register,
  signInWith,
} from '../../../test/authenticator.ts'
import type { Owner } from '../../../test/owner.ts'
import { passkeyCalls } from '../../../test/passkey-calls.ts'

const { rename, remove } = api.identity.passkeys
const { logout } = api.identity.sessions
const minute = 60_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

const { begin, complete, listOf, subjectsTo, eventsOf } = passkeyCalls(() => ({ app, owner }))

describe('renaming and removing', () => {
  test('change one passkey and are recorded', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    const { token } = ada
    const params = { passkeyId: ada.passkey.id }
    for (const name of [' My phone ', 'My phone']) {
      const renamed = await app.call(rename, { token, params, body: { name } })
      expect(renamed.body).toEqual({ passkey: { ...ada.passkey, name: 'My phone' } })
    }
    const removed = await app.call(remove, { token, params })
    expect([removed.status, removed.body]).toEqual([
      200,
      { success: true, message: 'Passkey removed successfully!' },
    ])
    expect(await listOf(ada)).toEqual([])
    expect((await signInWith(app, key)).status).toBe(401)
    expect((await eventsOf(ada)).slice(2)).toEqual([
      'PASSKEY_RENAMED success',
      'PASSKEY_REMOVED success',
    ])
    expect((await subjectsTo(ada))[0]).toBe('A passkey was removed from your account')
  })

  test('I23 return the same for foreign, unknown and malformed ids', async () => {
    const ada = await newOperatorWith(app, newAuthenticator())
    const bob = await app.newOperator()
    for (const passkeyId of [ada.passkey.id, randomUUID(), 'x', `${ada.passkey.id}'--`]) {
      const options = { token: bob.token, params: { passkeyId } }
      expect((await app.call(remove, options)).status).toBe(404)
      const renamed = await app.call(rename, { ...options, body: { name: 'Mine' } })
      expect(renamed.status).toBe(404)
    }
    expect(await listOf(ada)).toEqual([ada.passkey])
    expect(await eventsOf(bob)).toEqual([])
  })

  test('require a confirmed session to remove', async () => {
    const ada = await newOperatorWith(app, newAuthenticator())
    app.clock.advance(16 * minute)
    const params = { passkeyId: ada.passkey.id }
    const { status, body } = await app.call(remove, { token: ada.token, params })
    expect([status, body['methods']]).toEqual([428, ['password', 'passkey']])
    expect(await listOf(ada)).toHaveLength(1)
  })

  test('keep the last sign-in method', async () => {
    const ada = await newOperatorWith(app, newAuthenticator())
    const second = await register(app, ada, newAuthenticator())
    await owner.rowsOf('delete from identity.credentials where account_id = $1', [ada.user.id])
    const removing = (passkeyId: string) =>
      app.call(remove, { token: ada.token, params: { passkeyId } })
    expect((await removing(second.body.passkey.id)).status).toBe(200)
    const { status, body } = await removing(ada.passkey.id)
    expect([status, body['code']]).toEqual([409, 'last_sign_in_method'])
    expect(await listOf(ada)).toEqual([ada.passkey])
  })

  test('add no passkey to an ended session', async () => {
    const ada = await app.newOperator()
    const { options } = await begin(ada)
    await app.call(logout, { token: ada.token })
    expect((await complete(ada, newAuthenticator().create(options))).status).toBe(401)
  })
})
