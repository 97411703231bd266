import { paths } from '../app/paths.ts'
import type { At, Search } from './noun.ts'
import { nouns } from './nouns.ts'

function addressOf(path: string, search: Search): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value.length === 0 ? [] : [[key, String(value)]],
  )
  const text = new URLSearchParams(entries).toString()
  return text ? `${path}?${text}` : path
}

/** All members of a union in one type. */
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

export type WorkspacePaths = { at: At } & Merged<ReturnType<(typeof nouns)[number]['paths']>>

/**
 * Returns the addresses of all nouns of a workspace. `wh` is the current warehouse, an id or `all`. In
 * components: `usePaths()`.
 */
export function workspacePaths(slug: string, wh?: string): WorkspacePaths {
  const home = paths.workspace(slug)
  const at: At = (page, search = {}) =>
    addressOf(page === '' ? home : `${home}/${page}`, { ...search, wh })
  return Object.assign({ at }, ...nouns.map((noun) => noun.paths(at))) as WorkspacePaths
}
