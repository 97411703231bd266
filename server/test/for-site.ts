import { afterAll, beforeAll, expect } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { violations, type Site } from './goods.ts'
import { newWarehouse } from './warehouse.ts'

/**
 * One application with one warehouse for all tests of a file; after the last of them its books must be
 * right. `begin` gets both: `forSite((opened) => ({ world, site } = opened))`.
 */
export function forSite(begin: (opened: { world: TestApp; site: Site }) => unknown) {
  let world: TestApp
  let site: Site
  beforeAll(async () => {
    world = await startApp()
    site = await newWarehouse(world)
    await begin({ world, site })
  })
  afterAll(async () => {
    const wrong = await violations(world, site)
    await world.close()
    expect(wrong).toEqual([])
  })
}
