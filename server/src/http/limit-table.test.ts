import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { readLimits } from './limit-table.ts'

describe('the sizes of the limits', () => {
  test('are the documented ones unless something is set', () => {
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
  ])('are what %s says', (text, size) => {
    const { limits, problems } = readLimits({ LIMIT_LOGS: text })
    expect(problems).toEqual([])
    expect(limits.LOGS).toMatchObject({ ...size, by: 'actor' })
    expect(limits.REFRESH_IP).toEqual(readLimits({}).limits.REFRESH_IP)
  })

  test('are a hundredfold for tests, where that says so and nothing is set', () => {
    const { limits } = readLimits({ LIMITS_PROFILE: 'test', LIMIT_LOGS: '7/1m' })
    expect(limits.GLOBAL_IP.points).toBe(300_000)
    expect(limits.PASSWORD_CHANGE.points).toBe(5)
    expect(limits.LOGS.points).toBe(7)
  })

  test.each(['5', '5/m', '5/0m', '-1/1m', '5/1w', '5/25d', 'off', '1.5/1m', '5/1m '])(
    'are never %j: the start is refused',
    (text) => {
      const start = () => readConfig({ LIMIT_LOGS: text })
      expect(start).toThrow(ConfigError)
      expect(start).toThrow(/^LIMIT_LOGS: must be 0 or a count and a time/)
    },
  )

  test.each(['LIMIT_LOG', 'LIMIT_logs', 'LIMIT_constructor', 'LIMIT_LOGIN_LANE'])(
    'are not those of %s, which is no limit',
    (name) => {
      expect(() => readConfig({ [name]: '1/1m' })).toThrow(
        `${name}: there is no limit of this name`,
      )
    },
  )
})
