import type { KeyboardEventHandler } from 'react'
import { SuggestField } from '../../parts/SuggestField.tsx'
import { useActiveCarriers } from './use-active-carriers.ts'

type Props = {
  value: string
  onChange: (text: string) => void
  onKeyDown: KeyboardEventHandler<HTMLInputElement>
}

/** Asks who takes a shipment: one of the workspace's carriers, or another by name. */
export const CarrierField = (props: Props) => (
  <SuggestField {...props} label="Carrier" maxLength={60} items={useActiveCarriers()} />
)
