import { channels, type Channel } from '@stowage/contract/orders/channels'
import { useController } from 'react-hook-form'
import type { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { useVersioned } from '../../parts/use-versioned.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { modeOptions } from '../orders/words.ts'
import { ShipsFrom } from './ShipsFrom.tsx'
import { kinds, optionsOf, splitPolicies } from './words.ts'

const form = channels.create.body
type Values = z.input<typeof form>
type Read = z.output<typeof form>

const labels: Record<keyof Values, string> = {
  code: 'Code',
  name: 'Name',
  kind: 'Type',
  warehouseIds: 'Ships from',
  splitPolicy: 'Split orders by',
  mode: 'If items are out of stock',
  confirmsAtOnce: 'Confirm orders automatically',
}

const typedOf = (channel?: Channel): Values => ({
  code: channel?.code ?? '',
  name: channel?.name ?? '',
  kind: channel?.kind ?? 'shop',
  warehouseIds: channel?.warehouseIds ?? [],
  splitPolicy: channel?.splitPolicy ?? 'fewest_shipments',
  mode: channel?.mode ?? 'backorder',
  confirmsAtOnce: channel?.confirmsAtOnce ?? false,
})

type Props = { slug: string; channel?: Channel; onClose: () => void }

/** Adds a channel, or changes one. */
export function ChannelDialog({ channel, ...props }: Props) {
  return channel ? <Edit channel={channel} {...props} /> : <Create {...props} />
}

function Create({ slug, onClose }: Props) {
  const create = useAction(channels.create)
  const fields = useFormOf(form, typedOf())
  return (
    <FormPanel
      dialog={{ title: 'Add channel', onClose }}
      form={fields}
      submit="Add channel"
      submitting="Adding…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t add the channel"
      onSubmit={(body) =>
        create.mutate(
          { params: { slug }, body },
          {
            onSuccess: ({ channel: { code } }) => {
              toast(`${code} was added`)
              onClose()
            },
          },
        )
      }
    >
      <Fields form={fields} />
    </FormPanel>
  )
}

function Edit({ slug, channel, onClose }: Props & { channel: Channel }) {
  const save = useAction(channels.update)
  const fields = useFormOf(form, typedOf(channel))
  const versioned = useVersioned({
    form: fields,
    save,
    labels,
    kept: channel,
    typedOf,
    read: channels.list,
  })
  const submit = (body: Read) =>
    save.mutate(
      {
        params: { slug, channelId: channel.id },
        body: { ...body, version: versioned.version() },
      },
      {
        onSuccess: ({ channel: { code } }) => {
          toast(`${code} was saved`)
          onClose()
        },
      },
    )
  return (
    <FormPanel
      dialog={{ title: `Channel ${channel.code}`, onClose }}
      form={fields}
      submit="Save channel"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t save the channel"
      onSubmit={submit}
    >
      <Fields form={fields} />
      {versioned.conflict(submit)}
    </FormPanel>
  )
}

function Fields({ form: fields }: { form: ReturnType<typeof useFormOf<Values, Read>> }) {
  const warehouses = useController({ control: fields.control, name: 'warehouseIds' })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={labels.code}
          placeholder="WEBSHOP"
          hint="Used in the API and in order imports"
          autoComplete="off"
          spellCheck={false}
          {...bind(fields, 'code')}
        />
        <TextField label={labels.name} autoComplete="off" {...bind(fields, 'name')} />
      </div>
      <Select label={labels.kind} options={optionsOf(kinds)} {...bind(fields, 'kind')} />
      <ShipsFrom
        label={labels.warehouseIds}
        ids={warehouses.field.value ?? []}
        error={warehouses.fieldState.error?.message}
        onChange={warehouses.field.onChange}
      />
      <Select
        label={labels.splitPolicy}
        options={optionsOf(splitPolicies)}
        {...bind(fields, 'splitPolicy')}
      />
      <Select label={labels.mode} options={modeOptions} {...bind(fields, 'mode')} />
      <Checkbox {...fields.register('confirmsAtOnce')}>{labels.confirmsAtOnce}</Checkbox>
    </>
  )
}
