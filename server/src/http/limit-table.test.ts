import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { readLimits } from './limit-table.ts'

describe('rate limits', () => {
  test('have the documented defaults', () => {
    const { limits, problems } = readLimits({})
    expect(problems).toEqual([])
    expect(limits.GLOBAL_IP).toMatchObject({ points: 3000, window: 60 })
    expect(limits.REGISTER_NET).toMatchObject({ points: 1000, window: 86_400, by: 'net' })
    expect(limits.SECOND_FACTOR).toMatchObject({ points: 10, window: 3600, pause: 900 })
  })

  test.each([
    ['5/10s', { points: 5, window: 10 }],
    ['1/1m', { points: 1, window: 60 }],
    ['20/2h', { points: 20, window: 7200 }],
    ['1000/24d', { points: 1000, window: 24 * 86_400 }],
    ['0', { points: 0 }],
  ])('are set by %s', (text, size) => {
    const { limits, problems } = readLimits({ LIMIT_LOGS: text })
    expect(problems).toEqual([])
    expect(limits.LOGS).toMatchObject({ ...size, by: 'actor' })
    expect(limits.REFRESH_IP).toEqual(readLimits({}).limits.REFRESH_IP)
  })

  test('are multiplied by 100 in the test profile unless set', () => {
    const { limits } = readLimits({ LIMITS_PROFILE: 'test', LIMIT_LOGS: '7/1m' })
    expect(limits.GLOBAL_IP.points).toBe(300_000)
    expect(limits.PASSWORD_CHANGE.points).toBe(5)
    expect(limits.LOGS.points).toBe(7)
  })

  test.each(['5', '5/m', '5/0m', '-1/1m', '5/1w', '5/25d', 'off', '1.5/1m', '5/1m '])(
    'refuse %j at startup',
    (text) => {
      const start = () => readConfig({ LIMIT_LOGS: text })
      expect(start).toThrow(ConfigError)
      expect(start).toThrow(/^LIMIT_LOGS: must be 0 or a count and a time/)
    },
  )

  test.each(['LIMIT_LOG', 'LIMIT_logs', 'LIMIT_constructor', 'LIMIT_LOGIN'])(
    'refuse %s, which names no limit',
    (name) => {
      expect(() => readConfig({ [name]: '1/1m' })).toThrow(`${name}: no limit has this name`)
    },
  )
})

describe('allowances', () => {
  test('have the documented defaults, also in the test profile', () => {
    const documented = {
      LOGIN_LANE: { points: 10, window: 900 },
      LOGIN_FREE: 5,
      SECOND_FACTOR_CHALLENGE: 5,
      FORGOT_ADDRESS: [{ points: 3, window: 3600 }],
      RESEND_ADDRESS: [
        { points: 1, window: 60 },
        { points: 5, window: 3600 },
      ],
    }
    expect(readConfig({}).allowances).toEqual(documented)
    expect(readConfig({ LIMITS_PROFILE: 'test' }).allowances).toEqual(documented)
  })

  test.each([
    ['LOGIN_LANE', '20/1h', { points: 20, window: 3600 }],
    ['LOGIN_LANE', '0', { points: 0, window: 0 }],
    ['LOGIN_FREE', '3', 3],
    ['LOGIN_FREE', '0', 0],
    ['SECOND_FACTOR_CHALLENGE', '7', 7],
    ['FORGOT_ADDRESS', '1/1d', [{ points: 1, window: 86_400 }]],
    ['FORGOT_ADDRESS', '0', []],
    [
      'RESEND_ADDRESS',
      '2/10s, 9/1h',
      [
        { points: 2, window: 10 },
        { points: 9, window: 3600 },
      ],
    ],
    ['RESEND_ADDRESS', '0', []],
  ])('accepts LIMIT_%s=%s', (name, text, value) => {
    const { allowances, problems } = readLimits({ [`LIMIT_${name}`]: text })
    expect(problems).toEqual([])
    expect(allowances).toEqual({ ...readLimits({}).allowances, [name]: value })
  })

  test.each([
    ['LOGIN_LANE', '10'],
    ['LOGIN_LANE', '1/1m,5/1h'],
    ['LOGIN_FREE', '5/15m'],
    ['LOGIN_FREE', '-1'],
    ['SECOND_FACTOR_CHALLENGE', '5/1h'],
    ['FORGOT_ADDRESS', '3'],
    ['RESEND_ADDRESS', '1/1m,'],
    ['RESEND_ADDRESS', '1/1m 5/1h'],
  ])('refuses LIMIT_%s with %j at startup', (name, text) => {
    expect(() => readConfig({ [`LIMIT_${name}`]: text })).toThrow(`LIMIT_${name}: must be `)
  })
})
