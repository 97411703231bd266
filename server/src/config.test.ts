import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, keptSecret, readConfig } from './config.ts'

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('configuration', () => {
  test('defaults to a development server on localhost:3000', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      nodeEnv: 'development',
      port: 3000,
      host: 'localhost',
      publicUrl: 'http://localhost:3000',
      sessionIdleSeconds: 604_800,
      sessionTenantIdleSeconds: 43_200,
      databaseUrl: undefined,
      checkReplies: true,
    })
    expect(config.dataDir).toMatch(/^\/.*\/data$/)
  })

  test('treats an empty value as absent', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '', SESSION_IDLE: '' })).toEqual(readConfig({}))
  })

  test('reports every problem, one line for each variable', () => {
    expect(
      problemsOf({
        PORT: '70000',
        NODE_ENV: 'staging',
        DATABASE_URL: 'mysql://x',
        SMTP_URL: 'nonsense',
        APP_SECRET: 'short',
        TRUSTED_PROXIES: '10.0.0.0/8, 10.0.0.0/99',
        SESSION_IDLE: '7 days',
        PASSWORD_BLOCKLIST: 'top1000',
        PUBLIC_URL: 'https://example.com/app',
        ACCESS_TOKEN_TTL_SECONDS: '4',
        METRICS_TOKEN: 'x',
        MAIL_FROM: 'nobody',
      }),
    ).toEqual([
      'NODE_ENV: must be one of development, test, production',
      'PORT: must be between 0 and 65535',
      'PUBLIC_URL: must end after the host name or port',
      'DATABASE_URL: must be a URL that starts with postgresql:// or postgres://',
      'SMTP_URL: must be a URL that starts with smtp:// or smtps://',
      'MAIL_FROM: must be an email address, such as Stowage <no-reply@example.com>',
      'APP_SECRET: must be at least 32 bytes long',
      'TRUSTED_PROXIES: must be a list of IP addresses or ranges, such as 10.0.0.0/8',
      'ACCESS_TOKEN_TTL_SECONDS: must be between 5 and 3600',
      'SESSION_IDLE: must be a number and a unit, such as 30m, 12h or 7d',
      'PASSWORD_BLOCKLIST: must be one of top100, top10k, off',
      'METRICS_TOKEN: must be at least 16 characters long',
    ])
  })

  test('requires a secret and a public URL in production', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'APP_SECRET: must be set in production',
      'PUBLIC_URL: must be set in production',
    ])
    expect(problemsOf({ NODE_ENV: 'production', PORT: 'x', PUBLIC_URL: 'https://a.b' })).toEqual([
      'PORT: must be a whole number',
      'APP_SECRET: must be set in production',
    ])
    const config = readConfig({
      NODE_ENV: 'production',
      APP_SECRET: 'ä'.repeat(16),
      PUBLIC_URL: 'https://stowage.example/',
    })
    expect(config).toMatchObject({ publicUrl: 'https://stowage.example', checkReplies: false })
  })

  test('requires passkeys to belong to the public host or a parent domain', () => {
    expect(readConfig({ PUBLIC_URL: 'https://stowage.example' })).toMatchObject({
      webauthnRpId: 'stowage.example',
      webauthnOrigins: ['https://stowage.example'],
    })
    const own = { PUBLIC_URL: 'https://wms.example.com', WEBAUTHN_RP_ID: 'example.com' }
    const more = 'https://a.example.com, https://b.example.com:8443'
    expect(readConfig({ ...own, WEBAUTHN_ORIGINS: more })).toMatchObject({
      webauthnRpId: 'example.com',
      webauthnOrigins: [own.PUBLIC_URL, 'https://a.example.com', 'https://b.example.com:8443'],
    })
    expect(
      problemsOf({ ...own, WEBAUTHN_RP_ID: 'ample.com', WEBAUTHN_ORIGINS: 'https://a.b/c' }),
    ).toEqual([
      'WEBAUTHN_ORIGINS: must be a list of origins, such as https://stowage.example.com',
      'WEBAUTHN_RP_ID: must be wms.example.com, the host of PUBLIC_URL, or a parent of it',
    ])
  })

  test('rejects a previous secret without a current one', () => {
    const previous = 'the secret of last year, 32 bytes'
    expect(problemsOf({ APP_SECRET_PREVIOUS: previous })).toEqual([
      'APP_SECRET_PREVIOUS: requires APP_SECRET',
    ])
    expect(problemsOf({ APP_SECRET: previous, APP_SECRET_PREVIOUS: 'short' })).toEqual([
      'APP_SECRET_PREVIOUS: must be at least 32 bytes long',
    ])
  })

  test('allows moving the clock and replacing the breach service in tests only', () => {
    expect(problemsOf({ CLOCK_OFFSET_SECONDS: '60', HIBP_URL: 'http://localhost:1' })).toEqual([
      'CLOCK_OFFSET_SECONDS: is only allowed with NODE_ENV=test',
      'HIBP_URL: is only allowed with NODE_ENV=test',
    ])
    expect(readConfig({ NODE_ENV: 'test', CLOCK_OFFSET_SECONDS: '-60' }).clockOffsetSeconds).toBe(
      -60,
    )
  })

  test('rejects an owner login without a server login', () => {
    expect(problemsOf({ DATABASE_OWNER_URL: 'postgresql://owner@db/stowage' })).toEqual([
      'DATABASE_OWNER_URL: requires DATABASE_URL',
    ])
    expect(problemsOf({ DATABASE_ADMIN_URL: 'postgresql://admin@db/stowage' })).toEqual([
      'DATABASE_ADMIN_URL: requires DATABASE_URL',
    ])
  })

  test('sends to OpenTelemetry what has an endpoint and is not left out', () => {
    const sent = (env: Record<string, string>) => {
      const { sendsTraces, sendsMetrics } = readConfig({ NODE_ENV: 'test', ...env })
      return { sendsTraces, sendsMetrics }
    }
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
    expect(sent({})).toEqual({ sendsTraces: false, sendsMetrics: false })
    expect(sent({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({ sendsTraces: true, sendsMetrics: true })
    expect(sent({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none' })).toEqual({
      sendsTraces: true,
      sendsMetrics: false,
    })
    expect(sent({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toEqual({
      sendsTraces: false,
      sendsMetrics: false,
    })
    expect(sent({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
      sendsTraces: true,
      sendsMetrics: false,
    })
  })

  test('creates the development secret once, readable only by its owner', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'stowage-config-'))
    try {
      const secret = keptSecret(dataDir)
      expect(secret).toMatch(/^[0-9a-f]{64}$/)
      expect(keptSecret(dataDir)).toBe(secret)
      expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})
