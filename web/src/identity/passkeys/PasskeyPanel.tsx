import { passkeys, type Passkey } from '@stowage/contract/identity/passkeys'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { load, useAction, send } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { isPasskeySupported, notSupported } from './support.ts'
import { PasskeyRow } from './PasskeyRow.tsx'
import type { startRegistration } from '@simplewebauthn/browser'
import { passkeyError } from './errors.ts'
import { ReadError } from '../../parts/ReadError.tsx'

/** Milliseconds the success is shown before the list has its new row. */
const handover = 1_500
const registered = 'Passkey registered successfully!'
const removed = 'Passkey removed successfully!'

/** The passkeys of the account: making, renaming and removing them. */
export function PasskeyPanel() {
  const list = useQuery(load(passkeys.list, {}))
  const [notice, setNotice] = useState('')
  const status = useRef<HTMLDivElement>(null)
  const [made, setMade] = useState<Passkey>()
  const register = useMutation<Passkey, Error>({ mutationFn: registerPasskey, onSuccess: setMade })
  // Kept here and not in the row, which is gone when the answer has arrived.
  const remove = useAction(passkeys.remove)

  const { refetch } = list
  useEffect(() => {
    if (!made) return
    const timer = setTimeout(() => void refetch(), handover)
    return () => clearTimeout(timer)
  }, [made, refetch])
  // The pressed button went away with its row.
  useEffect(() => {
    if (notice === removed) status.current?.focus()
  }, [notice])

  const begin = () => {
    setNotice('')
    register.reset()
    remove.reset()
  }
  const add = () => {
    begin()
    register.mutate(undefined, { onSuccess: () => setNotice(registered) })
  }
  const removeOne = ({ id }: Passkey) => {
    begin()
    remove.mutate({ params: { passkeyId: id } }, { onSuccess: () => setNotice(removed) })
  }

  const rows = list.data?.passkeys
  return (
    <section aria-labelledby="passkeys" className="grid gap-4">
      <h2 id="passkeys">Manage Passkeys</h2>
      <Notice kind="info">
        <p>
          A passkey signs you in with a fingerprint, your face or the screen lock of a device, in
          place of password and code. It cannot be guessed, and no false page can ask you for it.
        </p>
      </Notice>
      <ReadError of={list} fallback="Failed to load passkeys" />
      {list.isPending && <Spinner />}
      {rows && rows.length === 0 && <p className="text-sm text-muted">No passkeys registered</p>}
      {rows && rows.length > 0 && (
        <ul className="grid gap-3">
          {rows.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isNew={passkey.id === made?.id}
              busy={remove.isPending && remove.variables.params.passkeyId === passkey.id}
              onRemove={() => removeOne(passkey)}
            />
          ))}
        </ul>
      )}
      <div ref={status} role="status" tabIndex={-1} className="grid empty:sr-only">
        {notice && <Notice kind="ok">{notice}</Notice>}
      </div>
      {register.error && <ErrorBox error={register.error} fallback="Failed to register passkey" />}
      {remove.error && <ErrorBox error={remove.error} fallback="Failed to remove passkey" />}
      <Button
        className="justify-self-start"
        why={isPasskeySupported() ? undefined : notSupported}
        busy={register.isPending && 'Waiting for your device…'}
        onClick={add}
      >
        Add New Passkey
      </Button>
    </section>
  )
}

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

/**
 * Has the browser make a passkey and the server keep it. Rejects with an error whose message is
 * for people, or empty when nobody said anything.
 */
async function registerPasskey(): Promise<Passkey> {
  try {
    const { options } = await send(passkeys.beginRegistration, {})
    const { startRegistration: create } = await import('@simplewebauthn/browser')
    // The contract knows only that they are options; the server's library wrote them.
    const response = await create({ optionsJSON: options as unknown as Options })
    const { passkey } = await send(passkeys.completeRegistration, {
      body: { response: { ...response } },
    })
    return passkey
  } catch (error) {
    throw passkeyError('registration', error)
  }
}
