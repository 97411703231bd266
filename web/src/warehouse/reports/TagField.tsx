import { useState } from 'react'
import { TextField } from '../../ui/TextField.tsx'

type Props = { tag: string | undefined; onChange: (tag: string | undefined) => void }

/** The tag a report is about, applied when the field is left or Enter is pressed. */
export function TagField({ tag, onChange }: Props) {
  const [typed, setTyped] = useState(tag ?? '')
  const apply = () => onChange(typed.trim() || undefined)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <TextField
        label="Tag"
        maxLength={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => typed.trim() !== (tag ?? '') && apply()}
      />
    </form>
  )
}
