import type { User } from '@stowage/contract/identity/accounts'
import { imageTooLarge, maxImageBytes, notAnImage } from '@stowage/contract/fields'
import { profile } from '@stowage/contract/identity/profile'
import { useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { dataUrlOf } from '../../app/data-url.ts'
import { Avatar } from './Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'

/** A large picture on a slow line; the server itself waits half a minute for it. */
const patience = 45_000

/** The picture of the account, and another one in its place. */
export function ChangeAvatar({ user }: { user: User }) {
  const save = useAction(profile.saveAvatar, { patience })
  const chooser = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState('')

  const upload = async (file: File) => {
    save.reset()
    const wrong = wrongWith(file)
    setRefusal(wrong)
    if (wrong) return
    const data = await dataUrlOf(file).catch(() => undefined)
    if (data === undefined) return setRefusal(notAnImage)
    save.mutate({ body: { data, contentType: file.type } })
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar user={user} large />
        <Button busy={save.isPending && 'Uploading…'} onClick={() => chooser.current?.click()}>
          Change Avatar
        </Button>
        <p role="status" className="text-sm text-muted">
          {save.isPending ? (
            <span className="sr-only">Uploading…</span>
          ) : (
            save.isSuccess && 'Picture changed'
          )}
        </p>
        {/* Opened by the button, which everybody reaches; the browser's own would be a second one. */}
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0]
            // So the same file can be chosen again.
            target.value = ''
            if (file) void upload(file)
          }}
        />
      </div>
      {(refusal || save.error) && (
        <ErrorBox error={refusal || save.error} fallback="Failed to upload the picture" />
      )}
    </div>
  )
}

/** Returns a sentence if a file can’t be sent; empty if it can. */
function wrongWith({ type, size }: File): string {
  if (!type.startsWith('image/') || size === 0) return notAnImage
  return size > maxImageBytes ? imageTooLarge.avatar : ''
}
