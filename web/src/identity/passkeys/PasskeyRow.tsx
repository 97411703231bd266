import { passkeys, type Passkey } from '@stowage/contract/identity/passkeys'
import { KeyRound, Laptop, Smartphone, Usb } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatDay } from '../../app/format.ts'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

const devices = {
  mobile: { icon: Smartphone, word: 'Mobile' },
  desktop: { icon: Laptop, word: 'Desktop' },
  'security-key': { icon: Usb, word: 'Security key' },
  unknown: { icon: KeyRound, word: 'Unknown Device' },
} as const

type Props = {
  passkey: Passkey
  /** Just made: the row takes the focus when it appears. */
  isNew: boolean
  busy: boolean
  onRemove: () => void
}

/** One passkey: what holds it, since when, when it was last used, and its two actions. */
export function PasskeyRow({ passkey, isNew, busy, onRemove }: Props) {
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) row.current?.focus()
  }, [isNew])
  const [renaming, setRenaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const { icon: Icon, word } = devices[passkey.deviceType]
  const { name, createdAt, lastUsedAt, backedUp } = passkey
  const title = name || word
  return (
    <li ref={row} tabIndex={-1} aria-labelledby={id} className="card grid gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
          <Icon aria-hidden size={20} className="text-muted" />
          <div className="grid gap-1 text-sm">
            <p id={id} className="font-medium wrap-anywhere">
              {title}
            </p>
            {(title !== word || backedUp) && (
              <p className="text-muted">
                {[title !== word && word, backedUp && 'Kept on several devices']
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            )}
            <p className="text-muted">
              Added <time dateTime={createdAt}>{formatDay(createdAt)}</time>
            </p>
            <p className="text-muted">
              {lastUsedAt === null ? (
                'Not used yet'
              ) : (
                <>
                  Last used <time dateTime={lastUsedAt}>{formatDay(lastUsedAt)}</time>
                </>
              )}
            </p>
          </div>
        </div>
        {!renaming && (
          <div className="flex flex-wrap gap-2">
            <Button ref={rename} aria-describedby={id} onClick={() => setRenaming(true)}>
              Rename
            </Button>
            <Button aria-describedby={id} busy={busy && 'Removing…'} onClick={onRemove}>
              Remove
            </Button>
          </div>
        )}
      </div>
      {renaming && (
        <Rename
          passkey={passkey}
          onClose={() => {
            setRenaming(false)
            // The button is drawn again only after this.
            setTimeout(() => rename.current?.focus())
          }}
        />
      )}
    </li>
  )
}

/** Enter saves, Escape leaves it as it was. */
function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useFormOf(passkeys.rename.body, { name: passkey.name })
  const rename = useAction(passkeys.rename)
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <FormPanel
        form={form}
        submit="Save name"
        submitting="Saving…"
        saving={rename.isPending}
        error={rename.error}
        fallback="Failed to rename passkey"
        beside={<Button onClick={onClose}>Cancel</Button>}
        onSubmit={(body) =>
          rename.mutate({ params: { passkeyId: passkey.id }, body }, { onSuccess: onClose })
        }
      >
        <TextField label="Name" autoComplete="off" autoFocus {...bind(form, 'name')} />
      </FormPanel>
    </div>
  )
}
