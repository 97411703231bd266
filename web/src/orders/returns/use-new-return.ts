import { returns } from '@stowage/contract/orders/returns'
import { useRouter } from '@tanstack/react-router'
import { useAction } from '../../app/api.ts'
import type { CallOf } from '../../app/transport.ts'
import { toast } from '../../ui/toast.ts'
import { usePaths } from '../../workspace/warehouses.ts'

/** Creates a return and opens its page. */
export function useNewReturn(slug: string) {
  const paths = usePaths()
  const router = useRouter()
  const create = useAction(returns.create)
  return {
    create,
    save: (body: CallOf<typeof returns.create>['body']) =>
      create.mutate(
        { params: { slug }, body },
        {
          onSuccess: ({ return: { id, number, state } }) => {
            toast(`${number} was ${state === 'authorized' ? 'authorized' : 'created'}`)
            void router.navigate({ href: paths.return(id) })
          },
        },
      ),
  }
}
