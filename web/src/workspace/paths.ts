import { paths } from '../app/paths.ts'
import type { At, Search } from './noun.ts'
import type { nouns } from './nouns.ts'

/** Without the rest of the nouns: addresses are all that a page of the floor knows of most of them. */
const builders = import.meta.glob<(at: At) => object>('../*/*/noun.ts', {
  eager: true,
  import: 'paths',
  query: '?paths',
})

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
  return Object.assign(
    { at },
    ...Object.values(builders).map((build) => build(at)),
  ) as WorkspacePaths
}
