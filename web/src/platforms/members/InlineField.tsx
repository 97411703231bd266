import { useId, useState, type ReactNode } from 'react'
import type { ApiError } from '../../app/transport.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  label: string
  /** Saved value, as shown in the field. */
  value: string
  /** Brings typed text into the form in which it is saved. */
  clean: (text: string) => string
  /** Rejects with ApiError; resolves when `value` is up to date. */
  save: (text: string) => Promise<unknown>
  fallback: string
  readOnly: boolean
  hint?: (text: string) => ReactNode
  list?: string
  /** Suggestions that depend on what is typed; there while the field has the focus. */
  suggest?: (id: string, text: string) => ReactNode
}

type State = { is: 'idle' | 'saving' | 'saved' } | { is: 'failed'; error: ApiError }

/** Saves when left: Enter saves too, Escape restores, and unchanged text sends nothing. */
export function InlineField(props: Props) {
  const { label, value, clean, save, fallback, readOnly, hint, suggest } = props
  const [typed, setTyped] = useState<string>()
  const [state, setState] = useState<State>({ is: 'idle' })
  const [isHere, setIsHere] = useState(false)
  const suggestions = useId()
  const text = typed ?? value

  const commit = async () => {
    if (typed === undefined || state.is === 'saving') return
    const next = clean(typed)
    if (next === value) return restore()
    setState({ is: 'saving' })
    try {
      await save(next)
      setTyped(undefined)
      setState({ is: 'saved' })
    } catch (error) {
      setState({ is: 'failed', error: error as ApiError })
    }
  }
  const restore = () => {
    setTyped(undefined)
    setState({ is: 'idle' })
  }

  return (
    <div className="grid content-start gap-1.5">
      <TextField
        label={label}
        autoComplete="off"
        spellCheck={false}
        list={suggest ? suggestions : props.list}
        readOnly={readOnly || state.is === 'saving'}
        value={text}
        hint={hint?.(text)}
        aside={
          <span role="status" className="text-sm text-muted">
            {state.is === 'saving' && 'Saving…'}
            {state.is === 'saved' && 'Saved'}
          </span>
        }
        onChange={(event) => {
          setTyped(event.target.value)
          setState({ is: 'idle' })
        }}
        onFocus={() => setIsHere(true)}
        onBlur={() => {
          setIsHere(false)
          void commit()
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') {
            event.preventDefault()
            void commit()
          }
          // The first Escape gives up the change; only the next one closes the dialog.
          if (event.key === 'Escape' && typed !== undefined) {
            event.preventDefault()
            restore()
          }
        }}
      />
      {isHere && suggest?.(suggestions, text)}
      {state.is === 'failed' && <ErrorBox error={state.error} fallback={fallback} />}
    </div>
  )
}
