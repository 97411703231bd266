import { workspacePage } from '../app/workspace-page.ts'
import type { PageId } from './list-spec.ts'
import type { Command, Noun } from './noun.ts'
import { nouns } from './nouns.ts'
import { usePaths } from './warehouses.ts'

const names = new Map(
  nouns.flatMap(({ rail = [], commands = [] }: Noun) =>
    [...rail, ...commands].map(({ page, name }: Command) => [page, name] as const),
  ),
)

/** Returns the name of a page in the rail or the palette, or else the last word of its address. */
export function pageName(page: string) {
  const word = page.slice(page.lastIndexOf('/') + 1)
  return names.get(page) ?? word.charAt(0).toUpperCase() + word.slice(1)
}

/** Returns a page with its name, for a link. */
export const useNamedPage = (page: string) => ({ name: pageName(page), href: usePaths().at(page) })

/** Returns the list that the page of a record belongs to, which is one step above it. */
export const useListAbove = (page: PageId) =>
  useNamedPage(workspacePage(page)?.replace(/\/\$\w+$/, '') ?? '')
