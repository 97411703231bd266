import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { useRouter } from '@tanstack/react-router'
import { useCommands } from '../../parts/keys.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'

type Refused = Record<'move' | 'adjust', string | undefined>

/** T moves what is in the row that has the focus, A adjusts it. */
export function useBucketKeys(
  buckets: readonly StockBucket[] = [],
  paths: WorkspacePaths,
  why: Refused,
) {
  const router = useRouter()
  const open = (what: 'move' | 'adjust') => () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    const bucket = buckets.find(({ bucketId }) => bucketId === row?.dataset['row'])
    if (bucket && why[what] === undefined)
      void router.navigate({ href: paths[what]({ sku: bucket.sku, bucket: bucket.bucketId }) })
  }
  const page = { section: 'On this page', keysOnly: true } as const
  useCommands([
    { ...page, name: 'Move the row’s stock', keys: 't', run: open('move') },
    { ...page, name: 'Adjust the row’s stock', keys: 'a', run: open('adjust') },
  ])
}
