import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import { useRouter } from '@tanstack/react-router'
import { useAction } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'
import { usePaths } from '../../workspace/warehouses.ts'

/** Takes a posted adjustment back; what stands in the way is shown on its own page. */
export function useUndoAdjustment(slug: string) {
  const router = useRouter()
  const paths = usePaths()
  const reverse = useAction(adjustments.reverse)
  return ({ id, number, version }: Pick<Adjustment, 'id' | 'number' | 'version'>) =>
    reverse.mutateAsync({ params: { slug, adjustmentId: id }, body: { version } }).then(
      () => toast(`${number} was reversed. Earlier quantities are restored.`),
      () => void router.navigate({ href: paths.adjustment(id) }),
    )
}
