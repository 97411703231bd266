import { thingKinds } from '@stowage/contract/scan-kinds'
import type { Found } from '@stowage/contract/workspace/search'
import { z } from 'zod'
import { searchOf } from '../../app/search.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'

const text = (max: number) => z.string().max(max).default('')

/** Search parameters of the record shown, filled in by the scan that identified it. */
export const lookUpSearch = searchOf(
  z.object({
    kind: z.enum(thingKinds).optional(),
    id: text(64),
    label: text(500),
    name: text(500),
    variant: z.uuid().optional(),
  }),
)

type Search = ReturnType<(typeof lookUpSearch)['parse']>
export type Thing = Search & { kind: NonNullable<Search['kind']> }
export type FoundProps = { slug: string; thing: Thing }

/** The page of the floor that shows what was scanned; undefined for a code that names nothing. */
export function lookUpOf(
  { kind, id, label, name, variantId }: Found,
  paths: WorkspacePaths,
): string | undefined {
  if (id === null || kind === 'command' || kind === 'unknown') return undefined
  return paths.floorLookUp({ kind, id, label, name, variant: variantId ?? undefined })
}
