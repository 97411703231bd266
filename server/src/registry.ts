import type { ImportKind } from '@stowage/contract/import-kinds'
import type { ExceptionSources } from './workspace/exceptions/source-queries.ts'
import type { HomeSources } from './workspace/home/source-queries.ts'
import type { RowKind } from './workspace/imports/kinds.ts'
import type { LabelSources } from './workspace/print/print.ts'
import type { SearchSources } from './workspace/search/source-queries.ts'
import type { DocumentTable } from './workspace/documents/queries.ts'
import type { UseSources } from './workspace/documents/use-queries.ts'

/** Contributions of nouns to the engines of the workspace. `server/src/nouns.ts` collects them. */
export type Registry = {
  imports: Readonly<Record<ImportKind, RowKind<unknown>>>
  /** In the order in which a code is likely to mean them. */
  search: SearchSources
  home: HomeSources
  exceptions: ExceptionSources
  uses: UseSources
  documents: readonly DocumentTable[]
  labels: LabelSources
}

let registry: Registry | undefined

/** Called once, before the first request or job. */
export function registerNouns(nouns: Registry): void {
  registry = nouns
}

/** Throws where the list of nouns was never loaded: an engine without nouns would find nothing, silently. */
export function registered(): Registry {
  if (!registry) throw new Error('nouns.ts was not loaded')
  return registry
}
