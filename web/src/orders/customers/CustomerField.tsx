import { customers } from '@stowage/contract/orders/customers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { Combobox } from '../../parts/Combobox.tsx'
import { useDebounced } from '../../parts/debounced.ts'
import { useCan } from '../../workspace/rights.ts'

type Chosen = { id: string; name: string; currency?: string | null }
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
    enabled: asked !== '' && can(customers.list),
    placeholderData: keepPreviousData,
  })
  const text = typed ?? customer?.name ?? ''
  const [isUnknown, setUnknown] = useState(false)
  const options =
    text.trim() === '' || typed === undefined
      ? []
      : (found.data?.items ?? []).map(({ id, name, code, currency }) => ({
          id,
          name,
          currency,
          detail: code,
        }))
  const choose = ({ id, name, currency = null }: Chosen) => {
    onCustomer({ id, name, currency })
    setTyped(undefined)
    setUnknown(false)
  }
  return (
    <Combobox
      label="Customer"
      hint={why(customers.list) ?? 'Optional. Type a name or code.'}
      disabled={!can(customers.list)}
      typed={text}
      error={isUnknown ? 'No customer is chosen. Choose one from the list.' : undefined}
      onType={(next) => {
        setTyped(next)
        setUnknown(false)
        if (next.trim() === '') onCustomer(null)
      }}
      options={options}
      onChoose={choose}
      settle={
        typed?.trim()
          ? () => {
              setUnknown(true)
              return Promise.resolve(false)
            }
          : undefined
      }
      // Otherwise Enter would send the form without the customer whose name was typed.
      onEnter={() => {
        const [only, ...others] = options
        if (only && others.length === 0) choose(only)
        else setUnknown(typed !== undefined)
      }}
      onLeave={() => (typed?.trim() ? setUnknown(true) : setTyped(undefined))}
      note={
        asked !== '' && text.trim() === asked && found.data?.items.length === 0
          ? 'No matches'
          : undefined
      }
    />
  )
}
