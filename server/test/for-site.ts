import { afterAll, beforeAll, expect } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { violations, type Site } from './goods.ts'
import { newWarehouse } from './warehouse.ts'

/**
 * One application with one warehouse for all tests of a file; after the last of them its books must be
 * right. `begin` gets both: `forSite((opened) => ({ app, site } = opened))`.
 */
export function forSite(begin: (opened: { app: TestApp; site: Site }) => unknown) {
  let app: TestApp
  let site: Site
  beforeAll(async () => {
    app = await startApp()
    site = await newWarehouse(app)
    await begin({ app, site })
  })
  afterAll(async () => {
    const wrong = await violations(app, site)
    await app.close()
    expect(wrong).toEqual([])
  })
}
