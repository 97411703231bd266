import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import type { holdKinds } from '@stowage/contract/orders/orders'
import { useState, type ReactNode } from 'react'
import { formatCount } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { policyOptionsOr } from '../../warehouse/settings/pick-policies.ts'
import type { BulkStep } from './use-bulk.ts'
import { holdReasons } from './words.ts'

/** Adding to a wave asks for the wave instead. */
type AskedVerb = Exclude<BulkStep['verb'], 'addToWave'>

type Props = {
  verb: AskedVerb
  count: number
  onSubmit: (step: BulkStep) => void
  onClose: () => void
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Asks before a step for several orders, with what has to be said for it. */
export function BulkDialog({ verb, count, onSubmit, onClose }: Props) {
  const [kind, setKind] = useState<(typeof holdKinds)[number]>('manual')
  const [policy, setPolicy] = useState<PickPolicy | ''>('')
  const [text, setText] = useState('')
  const [removed, setRemoved] = useState('')
  const orders = count === 1 ? '1 order' : `${formatCount(count)} orders`
  const asked: Record<AskedVerb, Asked> = {
    confirm: {
      title: `Confirm ${orders}?`,
      consequence: 'Stock is reserved for each order, as set for its channel.',
      action: 'Confirm orders',
      step: { verb: 'confirm', more: {} },
    },
    release: {
      title: `Release ${orders} for picking?`,
      consequence: 'A location is chosen for each item, for the most urgent orders first.',
      action: 'Release orders',
      step: { verb: 'release', more: policy ? { policy } : {} },
      fields: (
        <Select
          label="Pick policy"
          options={policyOptionsOr('Default of each warehouse')}
          value={policy}
          onChange={({ target }) => setPolicy(target.value as PickPolicy | '')}
        />
      ),
    },
    unrelease: {
      title: `Unrelease ${orders}?`,
      consequence: 'They keep their reserved stock and can be edited again.',
      action: 'Unrelease orders',
      step: { verb: 'unrelease', more: {} },
    },
    hold: {
      title: `Put ${orders} on hold?`,
      consequence: 'They keep their reserved stock. Nothing is picked for them meanwhile.',
      action: 'Put on hold',
      step: { verb: 'hold', more: { kind, note: text.trim() } },
      fields: (
        <>
          <Select
            label="Reason"
            options={Object.entries(holdReasons).map(([value, label]) => ({ value, label }))}
            value={kind}
            onChange={({ target }) => setKind(target.value as typeof kind)}
          />
          <TextArea
            label="Note"
            maxLength={1000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </>
      ),
    },
    releaseHold: {
      title: `Release the hold of ${orders}?`,
      consequence: 'They can be released for picking afterwards.',
      action: 'Release holds',
      step: { verb: 'releaseHold', more: {} },
    },
    tag: {
      title: `Tag ${orders}`,
      consequence: 'Separate tags with commas.',
      action: 'Save tags',
      step: { verb: 'tag', more: { add: listOf(text), remove: listOf(removed) } },
      why: listOf(text + removed).length === 0 ? 'Enter a tag first.' : undefined,
      fields: (
        <>
          <TextField
            label="Add tags"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <TextField
            label="Remove tags"
            value={removed}
            onChange={({ target }) => setRemoved(target.value)}
          />
        </>
      ),
    },
    cancel: {
      title: `Cancel ${orders}?`,
      consequence:
        'Their reserved stock goes to waiting orders first. Cancelled orders can’t be reopened.',
      action: 'Cancel orders',
      isDanger: true,
      step: { verb: 'cancel', more: { reason: text.trim() } },
      why: text.trim() === '' ? 'Enter a reason first.' : undefined,
      fields: (
        <TextField
          label="Reason"
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ),
    },
  }
  const { title, consequence, action, step, why, fields, isDanger } = asked[verb]
  return (
    <Form
      dialog={{ title, onClose, cancel: 'Close' }}
      submit={action}
      look={isDanger ? 'danger' : 'primary'}
      saving={false}
      error={null}
      why={why}
      onSubmit={() => onSubmit(step)}
    >
      <p>{consequence}</p>
      {fields}
    </Form>
  )
}

type Asked = {
  title: string
  consequence: string
  action: string
  isDanger?: boolean
  step: BulkStep
  why?: string | undefined
  fields?: ReactNode
}
