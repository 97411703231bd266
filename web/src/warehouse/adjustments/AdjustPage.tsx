import { adjustments } from '@stowage/contract/warehouse/adjustments'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useKeptWork } from '../../parts/kept-work.ts'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { useTenantUser } from '../../app/session.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useChooseWarehouse, usePaths } from '../../workspace/warehouses.ts'
import { LookOnly } from '../../parts/LookOnly.tsx'
import { RestoredWork } from '../../parts/RestoredWork.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import { ChooseWarehouse } from '../locations/ChooseWarehouse.tsx'
import { useBucketOf } from '../stock/buckets.ts'
import {
  hasAdjustment,
  lineOfBucket,
  noAdjustment,
  type AdjustLine,
  type AdjustWork,
} from './adjust-lines.ts'
import { AdjustForm } from './AdjustForm.tsx'

const route = getRouteApi('/$platform/app/stock/adjust')

/** Corrects what the ledger says is there. */
export default function AdjustPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const account = useTenantUser()?.id ?? ''
  const { id: warehouseId, warehouse, all } = useWorkplace()
  const kept = useKeptWork<AdjustWork>(
    `adjust.${slug}.${warehouseId ?? ''}`,
    account,
    noAdjustment,
    hasAdjustment,
  )
  const { work, setWork } = kept
  const paths = usePaths()
  const preset = usePreset(slug, warehouseId, (line) =>
    setWork((now) => ({ ...now, lines: [...now.lines, line] })),
  )
  return (
    <Page
      title="Adjust stock"
      site={useWorkspaceName(slug)}
      subtitle={
        warehouse
          ? `Correct recorded quantities in ${warehouse.name}`
          : 'Correct recorded quantities'
      }
      actions={
        <Link className={buttonClass()} href={paths.adjustments()}>
          All adjustments
        </Link>
      }
    >
      <LookOnly refused={useCan().why(adjustments.create)} />
      {kept.isRestored && (
        <RestoredWork onStartOver={kept.startOver}>
          These lines were saved on this device and not submitted yet.
        </RestoredWork>
      )}
      {warehouseId === undefined ? (
        <ChooseWarehouse all={all} />
      ) : (
        <AdjustForm
          slug={slug}
          warehouseId={warehouseId}
          work={work}
          setWork={setWork}
          onDone={kept.startOver}
          preset={preset}
        />
      )}
    </Page>
  )
}

/** The bucket the address names becomes the first line, once, in its own warehouse. */
function usePreset(
  slug: string,
  warehouseId: string | undefined,
  onLine: (line: AdjustLine) => void,
) {
  const { sku, bucket } = route.useSearch()
  const choose = useChooseWarehouse()
  const { data } = useBucketOf(slug, {
    ...(sku !== undefined && { sku }),
    ...(bucket !== undefined && { bucket }),
  })
  const taken = useRef('')
  const name = `${sku ?? ''} ${bucket ?? ''}`
  useEffect(() => {
    if (!data?.bucket || taken.current === name) return
    if (data.bucket.warehouseId !== warehouseId) {
      choose(data.bucket.warehouseId)
      return
    }
    taken.current = name
    onLine(lineOfBucket(data.bucket, 'set'))
  }, [data, name, onLine, warehouseId, choose])
  return data?.item && !data.bucket ? { item: data.item, unit: data.item.unit } : undefined
}
