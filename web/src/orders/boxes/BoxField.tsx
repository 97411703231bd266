import { boxes, type Box } from '@stowage/contract/orders/boxes'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEventHandler } from 'react'
import { load } from '../../app/api.ts'
import { wholePage } from '../../parts/selected.ts'
import { SuggestField } from '../../parts/SuggestField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'

type Props = {
  value: string
  onChange: (text: string, box?: Box) => void
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

/** Asks for the box of a package: one of the workspace's boxes, or other packaging in words. */
export function BoxField(props: Props) {
  const { can } = useCan()
  const found = useQuery({
    ...load(boxes.list, { params: { slug: useSlug() }, query: { ...wholePage, state: 'active' } }),
    enabled: can(boxes.list),
  })
  return (
    <SuggestField
      {...props}
      label="Box"
      hint="Example: Carton M"
      maxLength={60}
      items={found.data?.items ?? []}
    />
  )
}
