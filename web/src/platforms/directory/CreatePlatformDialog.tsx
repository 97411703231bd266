import { directory } from '@stowage/contract/platforms/directory'
import { useRouter } from '@tanstack/react-router'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { paths, publicUrl } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox, useWait } from '../../ui/ErrorBox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { PlatformListContext, useCloseDialog } from './dialogs.ts'
import { isFree, useNameCheck } from './name-check.ts'
import { Availability, Created } from './NameStatus.tsx'

/** Milliseconds the typing rests before the name is asked about. */
const rest = 400

/** A name is asked about when the typing rests, the field is left or Enter is pressed; only a free one is created. */
export default function CreatePlatformDialog() {
  const close = useCloseDialog()
  const { putFirst } = useContext(PlatformListContext)
  const create = useAction(directory.create)
  const { check, ask, clear } = useNameCheck()
  const [text, setText] = useState('')
  const [tried, setTried] = useState('')
  const wait = useWait(create.error)

  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  /** Create was pressed while the name was not known to be free yet. */
  const pressed = useRef(false)
  /** Enter was pressed while the name was not known to be free yet: it is created once it is. */
  const entered = useRef(false)
  const isOpen = useRef(false)
  const router = useRouter()

  const ready = isFree(check, text) && !create.isPending && wait === 0
  const type = (next: string) => {
    pressed.current = false
    entered.current = false
    setText(next)
    clear()
  }
  /** The name is about to be asked about, or is the one that is created: nothing else has to be entered. */
  const isAsked =
    create.isPending || check.state === 'checking' || (check.state === 'none' && text.trim() !== '')
  useEffect(() => {
    if (check.state !== 'none' || text.trim() === '') return
    const timer = setTimeout(() => void ask(text), rest)
    return () => clearTimeout(timer)
    // `ask` is another one with every drawing, which says nothing of the typing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, check])
  const take = (name: string) => {
    setText(name)
    void ask(name)
    input.current?.focus()
  }
  const submit = () => {
    if (!ready) return
    const name = text.trim()
    setTried(name)
    create
      .mutateAsync({ body: { name } })
      .then(({ platform: { id, slug } }) => {
        putFirst(id)
        if (isOpen.current) return
        // Closed meanwhile: nothing on the screen would say what came of it.
        toast(`Platform created: ${publicUrl(slug)}`, {
          label: 'Manage',
          run: () => void router.navigate({ href: paths.platform(id) }),
        })
      })
      // Shown below, as `create.error`.
      .catch(() => {})
      .finally(() => {
        setText('')
        clear()
      })
  }
  const submitEntered = useRef(submit)
  useLayoutEffect(() => {
    submitEntered.current = submit
  })
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  useEffect(() => {
    if (check.state === 'none' || check.state === 'checking') return
    if (entered.current) submitEntered.current()
    entered.current = false
    if (!pressed.current) return
    pressed.current = false
    if (check.state === 'done') (check.answer.available ? button : input).current?.focus()
  }, [check])
  useEffect(() => {
    if (create.isSuccess || create.isError) outcome.current?.focus()
  }, [create.isSuccess, create.isError])

  return (
    <Dialog title="Create Platform" onClose={close}>
      <form
        noValidate
        className="grid grow content-between gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="grid gap-4">
          <p className="text-muted">Choose a unique platform name. This becomes your URL path.</p>
          <TextField
            ref={input}
            label="Platform name"
            placeholder="e.g. acme"
            autoComplete="off"
            spellCheck={false}
            value={text}
            readOnly={create.isPending}
            onChange={(event) => type(event.target.value)}
            onBlur={() => void ask(text)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (ready) submit()
              else if (!create.isPending) {
                entered.current = true
                void ask(text)
              }
            }}
          />
          <Availability check={check} onTake={take} />
          {check.state === 'failed' && (
            <ErrorBox error={check.error} fallback="Failed to check name" />
          )}
          {create.isError && (
            <ErrorBox ref={outcome} error={create.error} fallback="Failed to create platform">
              <p>
                <Button onClick={() => take(tried)}>{`Use "${tried}" again`}</Button>
              </p>
            </ErrorBox>
          )}
          {create.isSuccess && <Created ref={outcome} slug={create.data.platform.slug} />}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p id="create-condition" className="grow text-sm text-muted max-sm:w-full">
            {!ready && !isAsked && 'Enter a name that nobody uses yet.'}
          </p>
          <Button onClick={close}>Close</Button>
          {/* A disabled button does not hear that it was pressed; what is around it does. */}
          <span
            onPointerDown={() => {
              if (ready || create.isPending) return
              pressed.current = true
              input.current?.blur()
            }}
          >
            <Button
              ref={button}
              type="submit"
              look="primary"
              className="disabled:pointer-events-none"
              aria-describedby="create-condition"
              disabled={!ready && !create.isPending}
              busy={create.isPending && 'Creating…'}
            >
              Create
            </Button>
          </span>
        </div>
      </form>
    </Dialog>
  )
}
