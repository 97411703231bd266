import { channels } from '@stowage/contract/orders/channels'
import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { mostWaveOrders, waves, type Wave, type WaveFilter } from '@stowage/contract/orders/waves'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import { policyOptions, policyOptionsOr } from '../../warehouse/settings/pick-policies.ts'
import { SiteField } from '../picking/SiteField.tsx'
import { takenText, promisedWords } from './words.ts'

type Props = {
  slug: string
  /** A draft to change; without one a wave is created. */
  wave?: Wave
  onSaved: (wave: Wave) => void
  onClose: () => void
}

const any = { value: '', label: 'Any' }
const promisedOptions = [
  any,
  ...Object.entries(promisedWords).map(([value, label]) => ({ value, label })),
]
const priorities = [
  any,
  ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((one) => ({
    value: String(one),
    label: one === 9 ? '9' : `${one} or higher`,
  })),
]

const limits = [
  { name: 'maxOrders', label: 'Orders, at most' },
  { name: 'maxLines', label: 'Lines, at most' },
  { name: 'maxUnits', label: 'Units, at most' },
] as const

type TypedFilter = Record<'channel' | 'promised' | 'minPriority' | 'tag' | 'payment', string>

/** A filter as the fields hold it. */
const typedOf = (filter: WaveFilter = {}): TypedFilter => ({
  channel: filter.channel ?? '',
  promised: filter.promised ?? '',
  minPriority: String(filter.minPriority ?? ''),
  tag: filter.tag ?? '',
  payment: filter.payment ?? '',
})

function filterOf({ minPriority, promised, ...texts }: TypedFilter): WaveFilter {
  return {
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
    ),
    ...(promised && { promised: promised as keyof typeof promisedWords }),
    ...(minPriority && { minPriority: Number(minPriority) }),
  }
}

/** Chooses which orders a new wave or a draft takes, and shows how many that would be now. */
export default function WaveDialog({ slug, wave, onSaved, onClose }: Props) {
  const { id: here } = useWorkplace()
  const [site, setSite] = useState(wave?.warehouseId ?? here ?? '')
  const [name, setName] = useState(wave?.name ?? '')
  const [filter, setFilter] = useState(typedOf(wave?.filter))
  const [typed, setTyped] = useState({
    maxOrders: String(wave?.maxOrders ?? 200),
    maxLines: String(wave?.maxLines ?? ''),
    maxUnits: String(wave?.maxUnits ?? ''),
  })
  const [policy, setPolicy] = useState<PickPolicy | ''>(wave?.policy ?? '')
  const create = useAction(waves.create)
  const update = useAction(waves.update)
  const { error } = wave ? update : create
  const found = useQuery({ ...load(channels.list, { params: { slug } }), staleTime: 60_000 })
  const wrong = limits.find(({ name }) => !/^([1-9]\d{0,5})?$/.test(typed[name].trim()))
  const why =
    site === ''
      ? 'Choose a warehouse first.'
      : (wrong && `${wrong.label}: enter a whole number above zero.`) ||
        (typed.maxOrders.trim() === '' || Number(typed.maxOrders) > mostWaveOrders
          ? `Enter up to ${formatCount(mostWaveOrders)} orders.`
          : undefined)
  const limit = (text: string) => (text.trim() === '' ? null : Number(text))
  const { customer, variant, orderIds } = wave?.filter ?? {}
  const change = {
    name: name.trim(),
    // What the form has no fields for stays.
    filter: {
      ...filterOf(filter),
      ...(customer && { customer }),
      ...(variant && { variant }),
      ...(orderIds && { orderIds }),
    },
    ...(policy !== '' && { policy }),
    maxOrders: Number(typed.maxOrders),
    maxLines: limit(typed.maxLines),
    maxUnits: limit(typed.maxUnits),
  }
  const body = { warehouseId: site, ...change }
  const onSuccess = ({ wave: saved }: { wave: Wave }) => onSaved(saved)
  const look = useQuery({
    ...load(waves.preview, { params: { slug }, body }),
    enabled: why === undefined,
    placeholderData: keepPreviousData,
  })
  const choose =
    (name: keyof TypedFilter) =>
    ({ target }: { target: { value: string } }) =>
      setFilter((now) => ({ ...now, [name]: target.value }))
  return (
    <Form
      dialog={{ title: wave ? `Edit ${wave.number}` : 'Create a wave', onClose }}
      submit={wave ? 'Save wave' : 'Create wave'}
      submitting="Saving…"
      saving={create.isPending || update.isPending}
      error={error}
      fallback="Couldn’t save the wave"
      explained={<Refusal error={error} />}
      why={why}
      onSubmit={() =>
        wave
          ? update.mutate(
              {
                params: { slug, waveId: wave.id },
                body: { version: wave.version, ...change },
              },
              { onSuccess },
            )
          : create.mutate({ params: { slug }, body }, { onSuccess })
      }
    >
      <TextField
        label="Name"
        hint="Optional. Example: Morning, carrier pickup"
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {!wave && <SiteField value={site} onChange={setSite} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Channel"
          value={filter.channel}
          options={[
            any,
            ...(found.data?.items ?? []).map(({ id, code }) => ({ value: id, label: code })),
          ]}
          onChange={choose('channel')}
        />
        <Select
          label="Promised"
          value={filter.promised}
          options={promisedOptions}
          onChange={choose('promised')}
        />
        <Select
          label="Priority"
          value={filter.minPriority}
          options={priorities}
          onChange={choose('minPriority')}
        />
        <Select
          label="Pick policy"
          value={policy}
          options={wave ? policyOptions : policyOptionsOr('Warehouse default')}
          onChange={({ target }) => setPolicy(target.value as PickPolicy | '')}
        />
        <TextField label="Tag" value={filter.tag} maxLength={40} onChange={choose('tag')} />
        <TextField
          label="Payment"
          value={filter.payment}
          maxLength={40}
          onChange={choose('payment')}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {limits.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            inputMode="numeric"
            value={typed[name]}
            onChange={({ target }) => setTyped((now) => ({ ...now, [name]: target.value }))}
          />
        ))}
      </div>
      <ReadError of={found} fallback="Couldn’t load the channels" />
      {look.error ? (
        <ReadError of={look} fallback="Couldn’t load the preview" />
      ) : (
        <p role="status" className="font-semibold">
          {why === undefined && look.data
            ? takenText(look.data)
            : 'The preview shows how many orders the wave would take.'}
        </p>
      )}
    </Form>
  )
}
