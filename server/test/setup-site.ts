import { eventSchemas } from '@stowage/contract/workspace/event-types'
import { afterAll, expect } from 'vitest'
import { sharedApp, type TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { violations } from './fixtures.ts'
import { newWarehouse } from './warehouse.ts'

/**
 * One warehouse for all tests of a file, in the application that files share, or in one of its own:
 * `setupSite(await setupApp())`. After the last test the stock of the warehouse must pass the
 * integrity check, and what its events carry must be what their types say.
 */
export async function setupSite(own?: TestApp) {
  const app = own ?? (await sharedApp())
  const site = await newWarehouse(app)
  afterAll(async () => {
    expect(await violations(app, site)).toEqual([])
    expect(await unfitEvents(app, site.platform.id)).toEqual([])
  })
  return { app, site }
}

/** The events of a platform that do not carry what their type says, each with what is wrong. */
export async function unfitEvents(app: TestApp, platformId: string): Promise<string[]> {
  const rows = await arrange(
    app,
    'select type, payload from tenant.tenant_events where platform_id = $1',
    [platformId],
  )
  const wrong = rows.flatMap(({ type, payload }) => {
    const parsed = eventSchemas.get(String(type))?.safeParse(payload)
    return parsed?.success ? [] : [`${String(type)}: ${parsed?.error.message ?? 'unknown type'}`]
  })
  return [...new Set(wrong)]
}
