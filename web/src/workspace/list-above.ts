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

/**
 * Returns the list that the page of a record belongs to, which is one step above it: its address and its name as in the rail
 * or the palette, or else the word in the address.
 */
export function useListAbove(page: PageId) {
  const paths = usePaths()
  const list = workspacePage(page)?.replace(/\/\$\w+$/, '') ?? ''
  const word = list.slice(list.lastIndexOf('/') + 1)
  return {
    name: names.get(list) ?? word.charAt(0).toUpperCase() + word.slice(1),
    href: paths.at(list),
  }
}
