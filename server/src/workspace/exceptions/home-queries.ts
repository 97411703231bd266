import { exceptionKinds } from '@stowage/contract/exception-kinds'
import type { TileSource } from '../home/source-queries.ts'
import { countOpen } from './list-queries.ts'

/** Everyone sees the tile; of failed webhooks the people in charge are told by mail. */
const kinds = exceptionKinds.filter((kind) => kind !== 'webhook')

/** Tile of open exceptions, without those of webhooks. */
export const exceptionsTile: TileSource = (platformId, scope, at) =>
  countOpen({ platformId, kinds, scope, at })
