import { exceptions } from '@stowage/contract/workspace/exceptions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { Explanation } from '../refusals/Explanation.tsx'

type Props = {
  slug: string
  /** Description of what is assigned. */
  what: string
  isSaving: boolean
  error: Error | null
  onAssign: (to: { id: string | null; name: string }) => void
  onClose: () => void
}

const nobody = 'nobody'

/** Chooses who takes care of an exception. */
export function OwnerDialog({ slug, what, isSaving, error, onAssign, onClose }: Props) {
  const { data, error: failed, refetch } = useQuery(load(exceptions.owners, { params: { slug } }))
  const [chosen, setChosen] = useState('')
  const members = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const options = [
    { value: '', label: 'Choose an owner' },
    { value: nobody, label: 'Nobody' },
    ...members,
  ]
  return (
    <Form
      dialog={{ title: `Assign ${what}`, onClose }}
      submit="Assign exception"
      submitting="Saving…"
      saving={isSaving}
      error={error}
      fallback="Couldn’t assign the exception"
      explained={<Explanation error={error} />}
      why={chosen === '' ? 'Choose an owner first.' : undefined}
      onSubmit={() =>
        onAssign({
          id: chosen === nobody ? null : chosen,
          name:
            chosen === nobody
              ? 'nobody'
              : (options.find(({ value }) => value === chosen)?.label ?? ''),
        })
      }
    >
      {failed && (
        <ErrorBox
          error={failed}
          fallback="Couldn’t load the members"
          onRetry={() => void refetch()}
        />
      )}
      <Select
        label="Owner"
        value={chosen}
        options={options}
        onChange={({ target }) => setChosen(target.value)}
      />
    </Form>
  )
}
