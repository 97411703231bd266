import type { Arrangement } from '@stowage/contract/platforms/table-settings'
import { savedViews, type SavedView } from '@stowage/contract/workspace/saved-views'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useAction } from '../../app/api.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../rights.ts'
import { useSlug } from '../warehouses.ts'
import type { Saved } from './use-saved-view.ts'

const form = z.object({
  name: savedViews.create.body.shape.name,
  keepsColumns: z.boolean(),
  isShared: z.boolean(),
})

type Props = {
  saved: Saved
  arrangement: Arrangement
  /** A view to rename instead of a new one. */
  view?: SavedView
  onClose: () => void
}

/** Saves the list as it is under a name, or gives a view another name. */
export function SaveViewDialog({ saved, arrangement, view, onClose }: Props) {
  const { screen, query, addressOf } = saved
  const slug = useSlug()
  const navigate = useNavigate()
  const { why } = useCan()
  const create = useAction(savedViews.create)
  const update = useAction(savedViews.update)
  const fields = useFormOf(form, { name: view?.name ?? '', keepsColumns: false, isShared: false })
  const mayNotShare = why(savedViews.create, 'view.share')
  const save = ({ name, keepsColumns, isShared }: z.output<typeof form>) =>
    create.mutate(
      {
        params: { slug },
        body: { screen, name, query, isShared, arrangement: keepsColumns ? arrangement : null },
      },
      {
        onSuccess: ({ view: made }) => {
          toast(`${made.name} was saved`)
          onClose()
          void navigate({ href: addressOf(made), replace: true })
        },
      },
    )
  const rename = ({ name }: z.output<typeof form>, { id, version }: SavedView) =>
    update.mutate(
      { params: { slug, viewId: id }, body: { name, version } },
      {
        onSuccess: () => {
          toast(`The view was renamed to ${name}`)
          onClose()
        },
      },
    )
  return (
    <FormPanel
      dialog={{ title: view ? `Rename ${view.name}` : 'Save view', onClose }}
      form={fields}
      submit={view ? 'Rename view' : 'Save view'}
      submitting="Saving…"
      saving={create.isPending || update.isPending}
      error={create.error ?? update.error}
      fallback="Couldn’t save the view"
      onSubmit={(values) => (view ? rename(values, view) : save(values))}
    >
      <TextField
        label="Name"
        placeholder="Example: Urgent"
        autoComplete="off"
        {...bind(fields, 'name')}
      />
      {!view && (
        <>
          <Checkbox {...fields.register('keepsColumns')}>Also save the columns</Checkbox>
          <Checkbox disabled={mayNotShare !== undefined} {...fields.register('isShared')}>
            Share with everyone
            {mayNotShare && <span className="block text-muted">{mayNotShare}</span>}
          </Checkbox>
        </>
      )}
    </FormPanel>
  )
}
