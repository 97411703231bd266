import { search } from '@stowage/contract/workspace/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { load } from '../app/api.ts'
import { go } from '../app/navigation.ts'
import { pluralOf } from '../app/words.ts'
import { Palette } from '../parts/Palette.tsx'
import { kindName, pageOf } from './scan/opening.ts'
import { useTenantUser } from '../app/session.ts'
import { useCan } from './rights.ts'
import { usePaths, useSlug, useWarehouse } from './warehouses.ts'

/** So long the typing rests before the server is asked. */
const pause = 150

/** The palette of a workspace, which also finds items, places and documents by any of their codes. */
export function WorkspacePalette({ onClose }: { onClose: () => void }) {
  const slug = useSlug()
  const to = usePaths()
  const { can } = useCan()
  const { id: warehouse } = useWarehouse()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])

  const query = { q: asked, ...(warehouse && { warehouse }) }
  const { data, error, refetch } = useQuery({
    ...load(search.find, { params: { slug }, query }),
    enabled: asked !== '' && can(search.find),
    placeholderData: keepPreviousData,
  })
  // Of an earlier word only what would still be right is shown: nothing while the answer is awaited.
  const hits = typed.trim() === '' ? [] : (data?.items ?? [])
  const records = hits.flatMap((hit) => {
    const href = pageOf(hit, to)
    return href === undefined
      ? []
      : {
          id: `${hit.kind}:${hit.id}`,
          name: hit.name ? `${hit.label} · ${hit.name}` : hit.label,
          group: hit.exact ? 'Matches for this code' : pluralOf(kindName(hit.kind)),
          match: hit.exact ? ('exact' as const) : ('found' as const),
          run: () => go(href),
        }
  })
  return (
    <Palette
      records={records}
      error={error}
      onRetry={() => void refetch()}
      onType={setTyped}
      placeholder="Search or type a command"
      recent={{ key: 'stowage.recent.workspace', account: useTenantUser()?.id ?? '' }}
      onClose={onClose}
    />
  )
}
