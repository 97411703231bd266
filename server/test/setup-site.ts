import { afterAll, expect } from 'vitest'
import { sharedApp, type TestApp } from './app.ts'
import { violations } from './goods.ts'
import { newWarehouse } from './warehouse.ts'

/**
 * One warehouse for all tests of a file, in the application that files share, or in one of its own:
 * `setupSite(await setupApp())`. After the last test the stock of the warehouse must pass the
 * integrity check.
 */
export async function setupSite(own?: TestApp) {
  const app = own ?? (await sharedApp())
  const site = await newWarehouse(app)
  afterAll(async () => expect(await violations(app, site)).toEqual([]))
  return { app, site }
}
