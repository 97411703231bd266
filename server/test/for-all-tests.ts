import { beforeAll } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { openOwner, type Owner } from './owner.ts'

/**
 * One application for all tests of a file, and a look behind it; both are closed after the last.
 * `begin` gets them: `forAllTests((opened) => ({ world, owner } = opened))`.
 */
export function forAllTests(begin: (opened: { world: TestApp; owner: Owner }) => void) {
  beforeAll(async () => {
    const world = await startApp()
    const owner = await openOwner(world)
    begin({ world, owner })
    return async () => {
      await owner.close()
      await world.close()
    }
  })
}
