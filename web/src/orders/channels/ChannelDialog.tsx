import { channels, type Channel } from '@stowage/contract/orders/channels'
import { useController } from 'react-hook-form'
import type { z } from 'zod'
import { recordForm, type FieldsOf } from '../../workspace/record-form.tsx'
import { modeOptions } from '../orders/words.ts'
import { ShipsFrom } from './ShipsFrom.tsx'
import { kinds, optionsOf, splitPolicies } from './words.ts'

const form = channels.create.body
type Values = z.input<typeof form>

const labels: Record<keyof Values, string> = {
  code: 'Code',
  name: 'Name',
  kind: 'Type',
  warehouseIds: 'Ships from',
  splitPolicy: 'Split orders by',
  mode: 'If items are out of stock',
  confirmsAtOnce: 'Confirm orders automatically',
}

const typedOf = (channel: Channel): Values => ({
  code: channel.code,
  name: channel.name,
  kind: channel.kind,
  warehouseIds: channel.warehouseIds,
  splitPolicy: channel.splitPolicy,
  mode: channel.mode,
  confirmsAtOnce: channel.confirmsAtOnce,
})

function Fields({ form: { control }, text, select, check }: FieldsOf<Values>) {
  const { field, fieldState } = useController({ control, name: 'warehouseIds' })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('code', {
          placeholder: 'WEBSHOP',
          hint: 'Used in the API and in order imports',
          spellCheck: false,
        })}
        {text('name')}
      </div>
      {select('kind', optionsOf(kinds))}
      <ShipsFrom
        label={labels.warehouseIds}
        ids={field.value ?? []}
        error={fieldState.error?.message}
        onChange={field.onChange}
      />
      {select('splitPolicy', optionsOf(splitPolicies))}
      {select('mode', modeOptions)}
      {check('confirmsAtOnce')}
    </>
  )
}

/** Adds a channel, or changes one. */
export const ChannelDialog = recordForm({
  name: 'channel',
  schema: form,
  labels,
  create: {
    route: channels.create,
    verb: 'Add',
    title: 'Add channel',
    initial: {
      code: '',
      name: '',
      kind: 'shop',
      warehouseIds: [],
      splitPolicy: 'fewest_shipments',
      mode: 'backorder',
      confirmsAtOnce: false,
    },
    done: ({ channel }) => `${channel.code} was added`,
  },
  update: {
    route: channels.update,
    read: channels.list,
    title: ({ code }) => `Channel ${code}`,
    typedOf,
    done: ({ channel }) => `${channel.code} was saved`,
  },
  fields: Fields,
})
