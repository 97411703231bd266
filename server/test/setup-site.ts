import { afterAll, expect } from 'vitest'
import { startApp } from './app.ts'
import { violations } from './goods.ts'
import { newWarehouse } from './warehouse.ts'

/**
 * The application and one warehouse for all tests of a file, as `setupApp` gives it. After the last
 * test the stock of the warehouse must pass the integrity check.
 */
export async function setupSite() {
  const app = await startApp()
  const site = await newWarehouse(app)
  afterAll(async () => {
    const wrong = await violations(app, site)
    await app.close()
    expect(wrong).toEqual([])
  })
  return { app, site }
}
