import { locations } from '@stowage/contract/warehouse/locations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { useWorkplace } from '../../workspace/site.ts'
import { limitsForm, unlimited } from './form-values.ts'
import { useZones } from './queries.ts'
import { generationText, limitHints, limitLabels } from './form-words.ts'

const pause = 300

/** The last text once the typing rests. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Makes all locations of a pattern; what it would make is counted while one types. */
export function GenerateDialog({ zone, onClose }: { zone?: string; onClose: () => void }) {
  const slug = useSlug()
  const { id, all = [] } = useWorkplace()
  const zones = useZones().data?.items.filter(({ state }) => state === 'active') ?? []
  const [chosen, setChosen] = useState(id ?? (all.length === 1 ? all[0]?.id : undefined) ?? '')
  const [zoneId, setZoneId] = useState(zone ?? '')
  const [pattern, setPattern] = useState('')
  const [order, setOrder] = useState<'serpentine' | 'straight'>('serpentine')
  const [limits, setLimits] = useState(unlimited)
  const read = limitsForm.safeParse(limits)
  const limitError = (name: string) =>
    read.error?.issues.find(({ path }) => path[0] === name)?.message
  const rested = useRested(pattern.trim())
  const body = { warehouseId: chosen, zoneId: zoneId || null, order }
  const isReady = chosen !== '' && rested !== ''
  const dry = useQuery({
    ...load(locations.generate, {
      params: { slug },
      body: { ...body, pattern: rested, dryRun: true },
    }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  const make = useAction(locations.generate, { patience: 60_000 })
  const error = make.error ?? dry.error
  const patternError = error?.details.find(({ path }) => path === 'pattern')?.message
  const found = isReady && !dry.error ? dry.data : undefined
  const fresh = found ? found.count - found.existing : 0
  const isSettled = rested === pattern.trim() && !dry.isFetching
  const why = !isReady
    ? 'Enter a pattern first.'
    : !read.success
      ? 'Correct the capacity fields.'
      : fresh === 0
        ? 'All of these locations already exist.'
        : undefined

  const submit = () => {
    if (!isSettled) return
    make.mutate(
      { params: { slug }, body: { ...body, ...read.data, pattern: rested } },
      {
        onSuccess: ({ created }) => {
          toast(created === 1 ? '1 location was created' : `${created} locations were created`)
          onClose()
        },
      },
    )
  }
  return (
    <Form
      dialog={{ title: 'Generate locations', onClose }}
      submit={fresh > 1 ? `Generate ${fresh} locations` : 'Generate locations'}
      submitting="Generating…"
      saving={make.isPending}
      error={make.error}
      isTold={patternError !== undefined}
      why={why}
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Warehouse"
          value={chosen}
          options={[
            ...(chosen === '' ? [{ value: '', label: 'Choose…' }] : []),
            ...all.map(({ id: value, code }) => ({ value, label: code })),
          ]}
          onChange={({ target }) => {
            setChosen(target.value)
            setZoneId('')
          }}
        />
        <Select
          label="Zone"
          value={zoneId}
          options={[
            { value: '', label: 'None' },
            ...zones
              .filter(({ warehouseId }) => warehouseId === chosen)
              .map(({ id: value, code }) => ({ value, label: code })),
          ]}
          onChange={({ target }) => setZoneId(target.value)}
        />
      </div>
      <TextField
        label="Pattern"
        placeholder="A-{01..20}-{1..5}"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={pattern}
        error={patternError}
        hint="Example: A-{01..20}-{1..4}"
        onChange={(event) => setPattern(event.target.value)}
      />
      <Select
        label="Pick path"
        value={order}
        options={[
          { value: 'serpentine', label: 'Serpentine (up one aisle, down the next)' },
          { value: 'straight', label: 'Every aisle from its start' },
        ]}
        onChange={({ target }) => setOrder(target.value as typeof order)}
      />
      <details>
        <summary className="link w-fit text-sm">Capacity of each location</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {(['maxUnits', 'maxWeightG'] as const).map((name) => (
            <TextField
              key={name}
              label={limitLabels[name]}
              inputMode="numeric"
              hint={limitHints[name]}
              error={limitError(name)}
              value={limits[name]}
              onChange={({ target }) => setLimits({ ...limits, [name]: target.value })}
            />
          ))}
          {(['mixedSkus', 'mixedLots'] as const).map((name) => (
            <Checkbox
              key={name}
              checked={limits[name]}
              onChange={({ target }) => setLimits({ ...limits, [name]: target.checked })}
            >
              {limitLabels[name]}
            </Checkbox>
          ))}
        </div>
      </details>
      <div role="status" className="grid min-h-16 gap-2 text-sm">
        {found && (
          <>
            <p className={isSettled ? '' : 'opacity-60'}>{generationText(found)}</p>
            <p className="font-mono text-xs wrap-anywhere text-muted">
              {`${found.sample.join(', ')}${found.count > found.sample.length ? ', …' : ''}`}
            </p>
          </>
        )}
      </div>
      {!make.error && dry.error && patternError === undefined && <ErrorBox error={dry.error} />}
    </Form>
  )
}
