import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { shipping } from '@stowage/contract/orders/shipping'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { wholePage } from '../../parts/selected.ts'
import { ReadError } from '../../parts/ReadError.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { useSite } from '../../workspace/site.ts'
import { ParcelFields } from './ParcelFields.tsx'
import { blankSending, parcelsOf, sendingOf } from './sending.ts'
import { SendingFields } from './SendingFields.tsx'
import { ShipShort } from './ShipShort.tsx'

type Props = {
  slug: string
  /** Without it, one of the packed ones is chosen. */
  fulfillment?: { id: string; number: string }
  onClose: () => void
}

/** Ships a packed fulfillment or some of its packages, with how they are sent. */
export function ShipDialog({ slug, fulfillment, onClose }: Props) {
  const { id: warehouse } = useSite()
  const packed = useQuery({
    ...load(fulfillments.list, {
      params: { slug },
      query: { ...wholePage, warehouse, state: 'packed', sort: 'createdAt' },
    }),
    enabled: fulfillment === undefined,
  })
  const [chosen, setChosen] = useState(fulfillment?.id ?? '')
  const [how, setHow] = useState(blankSending)
  const [tracked, setTracked] = useState<Record<string, string>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const details = useQuery({
    ...load(fulfillments.details, { params: { slug, fulfillmentId: chosen } }),
    enabled: chosen !== '',
  })
  const shown = details.data?.fulfillment
  const closed = shown?.packages.filter(({ state }) => state === 'closed') ?? []
  const leaving = closed.filter(({ id }) => !left.has(id))
  const isPart = shown?.state === 'packing' || leaving.length < closed.length
  const hasParcels = closed.length > 1 || shown?.state === 'packing'
  const ship = useAction(shipping.ship)
  const send = (shipShort: boolean) =>
    ship.mutate(
      {
        params: { slug },
        body: {
          fulfillmentId: chosen,
          ...sendingOf(how),
          ...(shipShort && { shipShort }),
          ...(isPart && { packageIds: leaving.map(({ id }) => id) }),
          packages: parcelsOf(leaving, tracked),
        },
      },
      {
        onSuccess: ({ shipment }) => {
          const [first, ...others] = leaving
          toast(
            isPart && first && others.length === 0
              ? `${first.number} was shipped`
              : `${shipment.fulfillment} was shipped`,
          )
          onClose()
        },
      },
    )
  const isEmpty = packed.data?.items.length === 0
  const options = (packed.data?.items ?? []).map(({ id, number, customer }) => ({
    value: id,
    label: [number, customer].filter(Boolean).join(', '),
  }))
  const unchosen = isEmpty ? 'No fulfillment is packed.' : 'Choose a fulfillment first.'
  const noneLeaves =
    closed.length > 0 && leaving.length === 0 ? 'Choose a package first.' : undefined
  return (
    <Form
      dialog={{
        title: fulfillment ? `Ship ${fulfillment.number}?` : 'Ship a packed fulfillment',
        onClose,
      }}
      submit={isPart ? 'Ship packages' : 'Ship fulfillment'}
      submitting="Shipping…"
      saving={ship.isPending}
      error={ship.error}
      fallback="Couldn’t ship the fulfillment"
      explained={
        <>
          <Refusal error={ship.error} />
          <ShipShort error={ship.error} isPending={ship.isPending} onShip={() => send(true)} />
        </>
      }
      why={chosen === '' ? unchosen : noneLeaves}
      onSubmit={() => send(false)}
    >
      <ReadError of={packed} fallback="Couldn’t load the packed fulfillments" />
      <ReadError of={details} fallback="Couldn’t load the packages" />
      {!fulfillment && (
        <Select
          label="Fulfillment"
          value={chosen}
          options={[
            { value: '', label: isEmpty ? 'Nothing is packed' : 'Choose a fulfillment' },
            ...options,
          ]}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <SendingFields value={how} onChange={setHow} hasParcels={hasParcels} />
      {hasParcels && (
        <ParcelFields
          packages={closed}
          value={tracked}
          onChange={setTracked}
          left={left}
          onLeave={setLeft}
        />
      )}
    </Form>
  )
}
