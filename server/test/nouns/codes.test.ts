import { test } from 'vitest'
import { as, newItem } from '../fixtures.ts'
import { recordSamples } from '../samples.ts'
import { setupSite } from '../setup-site.ts'
import { expectOneWinner } from '../races/concurrently.ts'

const { app, site } = await setupSite()
const { productId } = await newItem(app, site)
const kinds = Object.entries(recordSamples(site, 'ONCE', productId))

test.each(kinds)('of many who create a %s with one code, one does', async (_, { create }) => {
  const call = { ...as(site), body: create.body } as never
  await expectOneWinner(() => app.call(create.route, call), 'duplicate_key')
})
