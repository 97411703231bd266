import { thingWords } from '@stowage/contract/scan-kinds'
import type { Found, SearchHit } from '@stowage/contract/workspace/search'
import { known } from '../../app/words.ts'
import type { WorkspacePaths } from '../paths.ts'

// A later release may have more kinds.
const words = known<Found['kind'], { name: string; page: string | null }>(
  {
    ...thingWords,
    command: { name: 'Command', page: null },
    unknown: { name: 'Unknown code', page: null },
  },
  (raw) => ({ name: raw, page: null }),
)

/** Returns what a kind is called, for people. */
export const kindName = (kind: Found['kind']): string => words[kind].name

type Thing = Pick<Found, 'kind' | 'id' | 'label'> & { sku?: string | null }

/** Returns the page that shows a thing; undefined where none does. */
export function pageOf(thing: Thing, to: WorkspacePaths): string | undefined {
  const { page } = words[thing.kind]
  if (page === null || thing.id === null) return undefined
  const [, field] = /\$(\w+)/.exec(page) ?? []
  const value = field === undefined ? '' : (thing as Record<string, unknown>)[field]
  if (typeof value !== 'string') return undefined
  const [path = '', query] = page.replace(/\$\w+/, encodeURIComponent(value)).split('?')
  return to.at(path, Object.fromEntries(new URLSearchParams(query)))
}

/** One line for it: its code, and what it is called. */
export const titleOf = ({
  kind,
  label,
  name,
}: Pick<Found | SearchHit, 'label' | 'name'> & {
  kind: Found['kind']
}) => `${kindName(kind)} ${label}${name ? `, ${name}` : ''}`

/** The same within a sentence: 'This is location A-01'. */
export const nameOf = (thing: Parameters<typeof titleOf>[0]): string => {
  const title = titleOf(thing)
  return title.charAt(0).toLowerCase() + title.slice(1)
}
