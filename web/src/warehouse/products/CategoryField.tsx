import { categories } from '@stowage/contract/warehouse/categories'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { useAction } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { categoriesOf } from './queries.ts'
import { categoryPaths } from './words.ts'

type Props = Omit<ComponentProps<typeof Select>, 'label' | 'options' | 'aside'> & {
  /** One has just been made: it is meant. */
  onMade: (id: string) => void
}

/** The category of a product; a new one can be made in place. */
export function CategoryField({ onMade, ...select }: Props) {
  const slug = useSlug()
  const { why } = useCan()
  const { data } = useQuery(categoriesOf(slug))
  const [isNew, setIsNew] = useState(false)
  const options = categoryPaths(data?.items ?? [])
  return (
    <div className="grid content-start gap-3">
      <Select
        {...select}
        // Drawn anew once the options are known: a choice that is not among them is shown as none.
        key={data ? 'known' : 'unknown'}
        label="Category"
        options={[{ value: '', label: 'None' }, ...options]}
        aside={
          !isNew && (
            <Button
              look="quiet"
              className="-my-2 min-h-8! px-2! py-0!"
              why={why(categories.create)}
              onClick={() => setIsNew(true)}
            >
              New category
            </Button>
          )
        }
      />
      {isNew && (
        <NewCategory
          options={options}
          onDone={(id) => {
            setIsNew(false)
            if (id !== undefined) onMade(id)
          }}
        />
      )}
    </div>
  )
}

type NewProps = {
  options: readonly { value: string; label: string }[]
  onDone: (id?: string) => void
}

function NewCategory({ options, onDone }: NewProps) {
  const slug = useSlug()
  const create = useAction(categories.create)
  const [name, setName] = useState('')
  const [parentId, setParentId] = useState('')
  // A form cannot stand inside another: Enter is read here.
  const send = () =>
    create.mutate(
      { params: { slug }, body: { name, parentId: parentId || null } },
      { onSuccess: ({ category }) => onDone(category.id) },
    )
  return (
    <fieldset className="grid gap-3 rounded-control border border-line p-3">
      <legend className="px-1 text-sm font-medium">New category</legend>
      <TextField
        label="Category name"
        autoFocus
        value={name}
        error={create.error?.details.find(({ path }) => path === 'name')?.message}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          send()
        }}
      />
      <Select
        label="Parent category"
        options={[{ value: '', label: 'None' }, ...options]}
        value={parentId}
        onChange={(event) => setParentId(event.target.value)}
      />
      {create.error && <ErrorBox error={create.error} />}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={() => onDone()}>
          Cancel
        </Button>
        <Button busy={create.isPending && 'Adding…'} onClick={send}>
          Add category
        </Button>
      </div>
    </fieldset>
  )
}
