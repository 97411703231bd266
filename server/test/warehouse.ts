import { api } from '@stowage/contract'
import type { Location } from '@stowage/contract/warehouse/places'
import type { TestApp } from './app.ts'

const { places } = api.warehouse

/** A platform of its own with a warehouse MAIN, bins, and its owner signed in there. */
export async function newWarehouse(world: TestApp) {
  const owner = await world.newOperator()
  const platform = await world.newPlatform(owner)
  const params = { slug: platform.slug }
  const signedIn = await world.call(api.platforms.tenantSessions.login, {
    params,
    body: { email: owner.email, password: owner.password },
  })
  const { accessToken: token } = signedIn.body.tokens
  const { body } = await world.call(places.createWarehouse, {
    params,
    token,
    body: { code: 'MAIN', name: 'Main' },
  })
  const { warehouse } = body
  const bin = async (code: string): Promise<Location> => {
    const answer = await world.call(places.createLocation, {
      params,
      token,
      body: { warehouseId: warehouse.id, code },
    })
    return answer.body.location
  }
  return {
    owner,
    platform,
    params,
    token,
    warehouse,
    starting: body.locations,
    a01: await bin('A-01'),
    a02: await bin('A-02'),
  }
}
