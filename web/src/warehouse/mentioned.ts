import { z } from 'zod'
import { ApiError } from '../app/transport.ts'
import type { WorkspacePaths } from '../workspace/paths.ts'
import { kindOf } from './words.ts'

const text = z.string().optional().catch(undefined)
const move = z.union([
  z.string().transform((moveId) => ({ moveId, kind: undefined })),
  z.looseObject({ moveId: text, kind: text }),
])
const blocker = z.looseObject({
  type: text,
  id: text,
  number: text,
  sku: text,
  location: text,
  locationId: text,
  code: text,
  moveId: text,
  moves: z.array(move).optional().catch(undefined),
})

export type Mentioned = { name: string; href: string }

/** What a refusal names and a page of the workspace shows, each once: movements, documents, places. */
export function mentionedIn(blockers: readonly unknown[], to: WorkspacePaths): Mentioned[] {
  const all = blockers.flatMap((given): Mentioned[] => {
    const one = blocker.safeParse(given).data
    if (!one) return []
    const movements = [...(one.moves ?? []), { moveId: one.moveId, kind: undefined }]
    const document = documents[one.type ?? '']
    const place = one.location ?? one.code
    return [
      ...movements.flatMap(({ moveId, kind }) =>
        moveId === undefined
          ? []
          : [
              {
                name: `Movement ${moveId}${kind === undefined ? '' : `, ${kindOf(kind).toLowerCase()}`}`,
                href: to.ledger({ move: moveId }),
              },
            ],
      ),
      ...(document && one.id !== undefined
        ? [{ name: one.number ?? document.name, href: document.href(to, one.id) }]
        : []),
      ...(one.locationId !== undefined && place !== undefined
        ? [{ name: `Stock in ${place}`, href: to.stock({ location: one.locationId }) }]
        : []),
    ]
  })
  const first = new Map(all.toReversed().map((one) => [one.href, one]))
  return all.filter((one) => first.get(one.href) === one)
}

const documents: Record<
  string,
  { name: string; href: (to: WorkspacePaths, id: string) => string }
> = {
  receipt: { name: 'The receipt', href: (to, id) => to.receipt(id) },
  adjustment: { name: 'The adjustment', href: (to, id) => to.adjustment(id) },
  import: { name: 'The import', href: (to, id) => to.import(id) },
}

/** The blockers of a refused call. */
export function blockersOf(error: unknown): readonly unknown[] {
  const given = error instanceof ApiError ? error.body['blockers'] : undefined
  return Array.isArray(given) ? given : []
}
