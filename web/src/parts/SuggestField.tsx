import type { ComponentProps } from 'react'
import type { FieldTexts } from '../ui/Field.tsx'
import { Combobox } from './Combobox.tsx'

type Named = { id: string; code: string; name: string }
type Props<Item extends Named> = FieldTexts &
  Pick<ComponentProps<'input'>, 'maxLength' | 'onKeyDown'> & {
    items: readonly Item[]
    value: string
    /** Called with the record if one was chosen, or named exactly before the field was left. */
    onChange: (text: string, item?: Item) => void
  }

const maxShown = 8

/** Returns the name that is written down for a record. */
const nameOf = ({ code, name }: Named) => name || code

/** Returns the record whose code or name is exactly this text, in any case. */
export function exactly<Item extends Named>(items: readonly Item[], text: string) {
  const wanted = text.trim().toLowerCase()
  return items.find(({ code, name }) => [code, name].some((own) => own.toLowerCase() === wanted))
}

/** A text field that suggests records by code or name. Other text is kept as it was typed. */
export function SuggestField<Item extends Named>({
  items,
  value,
  onChange,
  ...field
}: Props<Item>) {
  const found = value.trim() === '' ? undefined : exactly(items, value)
  const isChosen = found !== undefined && nameOf(found) === value
  const words = isChosen ? [] : value.toLowerCase().split(/\s+/)
  const options = items
    .filter(({ code, name }) =>
      words.every((word) => `${code}\n${name}`.toLowerCase().includes(word)),
    )
    .slice(0, maxShown)
    .map((item) => ({
      ...item,
      name: nameOf(item),
      detail: item.name ? item.code : undefined,
      item,
    }))
  return (
    <Combobox
      {...field}
      data-scan="fill"
      typed={value}
      onType={(text) => onChange(text)}
      options={options}
      onChoose={({ item }) => onChange(nameOf(item), item)}
      settle={undefined}
      onLeave={() => found && !isChosen && onChange(nameOf(found), found)}
    />
  )
}
