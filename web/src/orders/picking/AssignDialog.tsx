import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Select } from '../../ui/Select.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'

type Props = {
  slug: string
  /** Description of what is assigned. */
  count: string
  noun?: 'tasks' | 'batch'
  isSaving: boolean
  error: Error | null
  onAssign: (to: { id: string | null; name: string }) => void
  onClose: () => void
}

const nobody = 'nobody'

/** Chooses who is to pick the selected tasks. */
export function AssignDialog({
  slug,
  count,
  noun = 'tasks',
  isSaving,
  error,
  onAssign,
  onClose,
}: Props) {
  const members = useQuery(load(settings.members, { params: { slug } }))
  const [chosen, setChosen] = useState('')
  const options = (members.data?.items ?? []).map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: [firstName, lastName].filter(Boolean).join(' ') || email,
  }))
  return (
    <Form
      dialog={{ title: `Assign ${count}`, onClose }}
      submit={`Assign ${noun}`}
      submitting="Saving…"
      saving={isSaving}
      error={error}
      fallback={`Couldn’t assign the ${noun}`}
      explained={<Refusal error={error} />}
      why={chosen === '' ? 'Choose a member first.' : undefined}
      onSubmit={() =>
        onAssign({
          id: chosen === nobody ? null : chosen,
          name: options.find(({ value }) => value === chosen)?.label ?? '',
        })
      }
    >
      <ReadError of={members} fallback="Couldn’t load the members" />
      <Select
        label="Member"
        value={chosen}
        options={[
          { value: '', label: 'Choose a member' },
          { value: nobody, label: 'Nobody: free for anyone' },
          ...options,
        ]}
        onChange={({ target }) => setChosen(target.value)}
      />
    </Form>
  )
}
