import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'

const { refresh } = api.identity.sessions
const { me } = api.identity.profile
const day = 86_400_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

const exchange = (refreshToken: string, headers: Record<string, string> = {}) =>
  app.call(refresh, { body: { refreshToken }, headers })
const statusOf = async (token: string) => (await app.call(me, { token })).status

describe('refreshing', () => {
  test('returns the next tokens and the user', async () => {
    const person = await app.newOperator()
    const { status, body } = await exchange(person.tokens.refreshToken)
    expect(status).toBe(200)
    expect(body.user).toEqual(person.user)
    expect(body.tokens.refreshToken).not.toBe(person.tokens.refreshToken)
    expect(await statusOf(body.tokens.accessToken)).toBe(200)
  })

  test('T11 ends the session when a token is reused and mails its owner', async () => {
    const person = await app.newOperator()
    const first = person.tokens.refreshToken
    const second = (await exchange(first)).body.tokens
    const reuse = await exchange(first)
    expect([reuse.status, reuse.body['code']]).toEqual([401, 'invalid_refresh_token'])
    expect((await exchange(second.refreshToken)).status).toBe(401)
    expect(await statusOf(second.accessToken)).toBe(401)
    expect(await owner.eventsOf(person.user.id)).toContain('TOKEN_REUSE_DETECTED failure')
    const subjects = (await app.mailsTo(person.email)).map((mail) => mail.subject)
    expect(subjects).toContain('We signed you out to protect your account')
  })

  test('repeats a lost reply for a minute with the same key only', async () => {
    const person = await app.newOperator()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await exchange(person.tokens.refreshToken, headers)
    const again = await exchange(person.tokens.refreshToken, headers)
    expect(again.body).toEqual(first.body)
    expect((await exchange(first.body.tokens.refreshToken, headers)).status).toBe(200)
    const late = await app.newOperator()
    const answer = await exchange(late.tokens.refreshToken, headers)
    app.clock.advance(61_000)
    expect((await exchange(late.tokens.refreshToken, headers)).status).toBe(401)
    expect(await statusOf(answer.body.tokens.accessToken)).toBe(401)
  })

  test('refuses a missing token and one that was never issued', async () => {
    const { tokens } = await app.newOperator()
    for (const body of [{}, { refreshToken: '' }]) {
      const { status, body: answer } = await app.call(refresh, { body })
      expect([status, answer['code'], answer['message']]).toEqual([
        400,
        'refresh_token_required',
        'No refresh token available',
      ])
    }
    // The last character carries bits that mean nothing: another spelling of the same bytes.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(tokens.refreshToken.slice(-1))
    const respelled = tokens.refreshToken.slice(0, -1) + (alphabet[last ^ 1] ?? '')
    const bytes = Buffer.from(tokens.refreshToken.slice(3), 'base64url')
    bytes.writeUInt32BE(7, 17)
    for (const token of [
      'nonsense',
      tokens.accessToken,
      respelled,
      `v1.${bytes.toString('base64url')}`,
      `v2.${tokens.refreshToken.slice(3)}`,
    ])
      expect([token, (await exchange(token)).status]).toEqual([token, 401])
    expect((await exchange(tokens.refreshToken)).status).toBe(200)
  })

  test('ends after a week without use and after a month', async () => {
    const idle = await app.newOperator()
    const busy = await app.newOperator()
    let { refreshToken } = busy.tokens
    for (let days = 6; days < 30; days += 6) {
      app.clock.advance(6 * day)
      const { status, body } = await exchange(refreshToken)
      expect([days, status]).toEqual([days, 200])
      refreshToken = body.tokens.refreshToken
      if (days === 12) expect((await exchange(idle.tokens.refreshToken)).status).toBe(401)
    }
    app.clock.advance(6 * day)
    expect((await exchange(refreshToken)).status).toBe(401)
  })

  test('ends access before the access token expires', async () => {
    const brief = await startApp({ SESSION_IDLE: '10m', SESSION_ABSOLUTE: '15m' })
    const minute = 60_000
    try {
      const { token, tokens } = await brief.newOperator()
      const status = async (access: string) => (await brief.call(me, { token: access })).status
      brief.clock.advance(9 * minute)
      expect(await status(token)).toBe(200)
      const { refreshToken } = tokens
      const next = (await brief.call(refresh, { body: { refreshToken } })).body.tokens
      const { token: idle } = await brief.newOperator()
      brief.clock.advance(5 * minute)
      expect(await status(next.accessToken)).toBe(200)
      brief.clock.advance(minute)
      expect(await status(next.accessToken)).toBe(401)
      expect(await status(idle)).toBe(200)
      brief.clock.advance(4 * minute)
      expect(await status(idle)).toBe(401)
    } finally {
      await brief.close()
    }
  })

  test('refuses tokens of members without ending their session', async () => {
    const operator = await app.newOperator()
    const platform = await app.newPlatform(operator)
    const member = await app.newMember(operator, platform)
    expect((await exchange(member.tokens.refreshToken)).status).toBe(401)
    const { status } = await app.call(api.platforms.tenantSessions.refresh, {
      params: { slug: platform.slug },
      body: { refreshToken: member.tokens.refreshToken },
    })
    expect(status).toBe(200)
  })
})
