import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'

/** Every route of the contract, named as in `api`. */
export const routes = Object.entries(api).flatMap(([group, nouns]) =>
  Object.entries(nouns).flatMap(([noun, actions]) =>
    Object.entries(actions).map(([action, route]) => ({
      name: `${group}.${noun}.${action}`,
      route: route as Route,
    })),
  ),
)
