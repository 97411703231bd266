import { mostWaveOrders, waves } from '@stowage/contract/orders/waves'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { wholePage } from '../../parts/selected.ts'
import { ReadError } from '../../parts/ReadError.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { SiteField } from '../picking/SiteField.tsx'

type Props = {
  /** How many orders are selected. */
  count: number
  onWave: (waveId: string) => void
  onClose: () => void
}

/** Asks which wave selected orders are added to: a draft that takes chosen orders, or a new one. */
export function AddToWaveDialog({ count, onWave, onClose }: Props) {
  const slug = useSlug()
  const { id: here } = useWorkplace()
  const [waveId, setWaveId] = useState('')
  const [name, setName] = useState('')
  const [site, setSite] = useState(here ?? '')
  const create = useAction(waves.create)
  const drafts = useQuery(
    load(waves.list, { params: { slug }, query: { ...wholePage, state: 'draft' } }),
  )
  const open = (drafts.data?.items ?? []).filter(({ filter }) => filter.orderIds !== undefined)
  const isNew = waveId === ''
  const orders = count === 1 ? '1 order' : `${formatCount(count)} orders`
  const onSubmit = () => {
    if (!isNew) return onWave(waveId)
    const body = {
      warehouseId: site,
      name: name.trim(),
      filter: { orderIds: [] },
      maxOrders: mostWaveOrders,
    }
    create.mutate({ params: { slug }, body }, { onSuccess: ({ wave }) => onWave(wave.id) })
  }
  return (
    <Form
      dialog={{ title: `Add ${orders} to a wave`, onClose }}
      submit="Add orders"
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the wave"
      explained={<Refusal error={create.error} />}
      why={isNew && site === '' ? 'Choose a warehouse first.' : undefined}
      onSubmit={onSubmit}
    >
      <Select
        label="Wave"
        value={waveId}
        options={[
          { value: '', label: 'New wave' },
          ...open.map(({ id, number, name: of, warehouseCode }) => ({
            value: id,
            label: [number, of, warehouseCode].filter(Boolean).join(', '),
          })),
        ]}
        onChange={({ target }) => setWaveId(target.value)}
      />
      {isNew && (
        <>
          <TextField
            label="Name"
            hint="Optional. Example: Morning, carrier pickup"
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <SiteField value={site} onChange={setSite} />
        </>
      )}
      <ReadError of={drafts} fallback="Couldn’t load the waves" />
    </Form>
  )
}
