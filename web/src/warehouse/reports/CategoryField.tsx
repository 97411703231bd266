import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/Select.tsx'
import { categoriesOf } from '../products/queries.ts'
import { categoryPaths } from '../products/words.ts'

type Props = {
  slug: string
  value: string | undefined
  onChange: (category: string | undefined) => void
}

/** The category a report is about. */
export function CategoryField({ slug, value, onChange }: Props) {
  const { data } = useQuery(categoriesOf(slug))
  return (
    <Select
      // Drawn anew once the options are known: a choice that is not among them is shown as none.
      key={data ? 'known' : 'unknown'}
      label="Category"
      value={value ?? ''}
      options={[{ value: '', label: 'Any' }, ...categoryPaths(data?.items ?? [])]}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  )
}
