import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { Field, type FieldTexts } from './Field.tsx'

/** A secret with a button that shows it, and a word when Caps Lock is on. Paste is never blocked. */
export function PasswordField({
  label,
  hint,
  error,
  aside,
  ...input
}: FieldTexts & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} error={error} aside={aside} hint={hint}>
      {(control) => (
        <div>
          <div className="relative">
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...control}
              type={shown ? 'text' : 'password'}
              className="control pe-24!"
              onKeyDown={look}
              onKeyUp={look}
            />
            <button
              type="button"
              aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
              className="absolute inset-y-1 end-1 flex items-center gap-1.5 rounded-control px-2.5 text-sm text-muted hover:bg-hover"
              onClick={() => setShown(!shown)}
            >
              <Icon aria-hidden size={16} />
              {shown ? 'Hide' : 'Show'}
            </button>
          </div>
          {/* There before it says anything, or readers would not hear it. */}
          <p role="status" className="text-sm text-warn-ink not-empty:mt-1.5">
            {caps && 'Caps Lock is on.'}
          </p>
        </div>
      )}
    </Field>
  )
}
