import { customers } from '@stowage/contract/orders/customers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { Combobox } from '../../parts/Combobox.tsx'
import { useDebounced } from '../../parts/debounced.ts'
import { useCan } from '../../workspace/rights.ts'

type Chosen = { id: string; name: string }
type Props = {
  slug: string
  customer: Chosen | null
  onCustomer: (customer: Chosen | null) => void
}

/** Chooses a customer by code, name, email or phone number; empty is none. */
export function CustomerField({ slug, customer, onCustomer }: Props) {
  const { can, why } = useCan()
  const [typed, setTyped] = useState<string>()
  const asked = useDebounced(typed?.trim() ?? '')
  const found = useQuery({
    ...load(customers.list, {
      params: { slug },
      query: { q: asked, state: 'active', limit: '8', count: 'none' },
    }),
    enabled: asked !== '' && can('customer.read'),
    placeholderData: keepPreviousData,
  })
  const text = typed ?? customer?.name ?? ''
  return (
    <Combobox
      label="Customer"
      hint={why('customer.read') ?? 'Optional. Type a name or code.'}
      disabled={!can('customer.read')}
      typed={text}
      onType={(next) => {
        setTyped(next)
        if (next.trim() === '') onCustomer(null)
      }}
      options={
        text.trim() === '' || typed === undefined
          ? []
          : (found.data?.items ?? []).map(({ id, name, code }) => ({ id, name, detail: code }))
      }
      onChoose={({ id, name }) => {
        onCustomer({ id, name })
        setTyped(undefined)
      }}
      onLeave={() => setTyped(undefined)}
      note={
        asked !== '' && text.trim() === asked && found.data?.items.length === 0
          ? 'No matches'
          : undefined
      }
    />
  )
}
