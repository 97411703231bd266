import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import type { Site } from './fixtures.ts'

const { manifests } = api.orders

/** A carrier that no other test ships with. */
export const newCarrier = () => `Carrier ${randomUUID().slice(0, 8)}`

/** Opens, loads and closes manifests of the site, as its owner unless another token is given. */
export function manifestCalls(app: TestApp, site: Site) {
  const at = (manifestId: string, token = site.token) => ({
    token,
    params: { ...site.params, manifestId },
  })
  return {
    at,
    open: async (carrier: string) => {
      const body = { warehouseId: site.warehouse.id, carrier }
      const { params, token } = site
      return (await app.call(manifests.open, { params, token, body })).body.manifest
    },
    load: (manifestId: string, code: string, token?: string) =>
      app.call(manifests.load, { ...at(manifestId, token), body: { code } }),
    close: (manifestId: string, version = 1, handedTo = 'Dan Driver') =>
      app.call(manifests.close, { ...at(manifestId), body: { version, handedTo } }),
  }
}
