import { twoFactor, type Authenticator } from '@stowage/contract/identity/two-factor'
import type { Reply } from '@stowage/contract/route'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatDay } from '../../app/format.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { deviceHeader } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { BackupCodes } from './BackupCodes.tsx'

/** From this many on it is time for new ones. */
const few = 3

type Props = {
  /** A new authenticator is offered; the old one counts until it is confirmed. */
  onReset: (authenticator: Authenticator) => void
  onRegenerated: (codes: readonly string[]) => void
  /** Kept by the panel, for this part is gone when the answer has arrived. */
  disable: { isPending: boolean; error: Error | null }
  onDisable: () => void
  /** Whatever was said before is of no interest any more. */
  onBegin: () => void
}

/** Shows the actions available while two-factor authentication is on. */
export function Enabled({ onReset, onRegenerated, disable, onDisable, onBegin }: Props) {
  const [asked, setAsked] = useState<'regenerate' | 'disable'>()
  const [shown, setShown] = useState(false)
  // Kept while the panel is open: showing them again asks the server for nothing.
  const view = useAction(twoFactor.backupCodes, { headers: deviceHeader })
  const regenerate = useAction(twoFactor.regenerateBackupCodes)
  const reset = useAction(twoFactor.reset)

  /** An earlier failure is no longer of interest; codes once fetched are. */
  const begin = () => {
    onBegin()
    regenerate.reset()
    reset.reset()
    if (view.error) view.reset()
  }
  const show = () => {
    begin()
    if (shown || view.data) return setShown(!shown)
    view.mutate({}, { onSuccess: () => setShown(true) })
  }
  const confirmed = () => {
    begin()
    if (asked === 'regenerate')
      regenerate.mutate({}, { onSuccess: (reply) => onRegenerated(reply.backupCodes) })
    else onDisable()
    setAsked(undefined)
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button busy={view.isPending && 'Loading…'} onClick={show}>
          {shown ? 'Hide backup codes' : 'Show backup codes'}
        </Button>
        <Button
          busy={regenerate.isPending && 'Regenerating…'}
          onClick={() => setAsked('regenerate')}
        >
          Regenerate codes
        </Button>
        <Button
          busy={reset.isPending && 'Starting…'}
          onClick={() => {
            begin()
            reset.mutate({}, { onSuccess: onReset })
          }}
        >
          Change authenticator
        </Button>
        <Button
          look="danger"
          busy={disable.isPending && 'Disabling…'}
          onClick={() => setAsked('disable')}
        >
          Disable 2FA
        </Button>
      </div>
      {view.error && <ErrorBox error={view.error} fallback="Failed to load backup codes" />}
      {regenerate.error && (
        <ErrorBox error={regenerate.error} fallback="Failed to regenerate backup codes" />
      )}
      {reset.error && <ErrorBox error={reset.error} fallback="Failed to reset authenticator" />}
      {disable.error && <ErrorBox error={disable.error} fallback="Failed to disable 2FA" />}
      {shown && view.data && (
        <>
          <Left {...view.data} />
          <BackupCodes codes={view.data.backupCodes} />
          <Button className="justify-self-start" onClick={() => setShown(false)}>
            Close
          </Button>
        </>
      )}
      {asked === 'regenerate' && (
        <Confirm
          title="Regenerate backup codes? Existing codes will stop working."
          action="Regenerate"
          onConfirm={confirmed}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {asked === 'disable' && (
        <Confirm
          title="Disable two-factor authentication?"
          consequence="From then on your password alone signs you in, and your backup codes are deleted."
          action="Disable"
          onConfirm={confirmed}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** Shows the number of unused codes, as a warning when they run out. */
function Left({
  remaining,
  generatedAt,
}: Pick<Reply<typeof twoFactor.backupCodes>, 'remaining' | 'generatedAt'>) {
  if (remaining === undefined || generatedAt === undefined) return null
  const text =
    remaining === 1 ? 'One code is left.' : `${remaining === 0 ? 'No' : remaining} codes are left.`
  if (remaining <= few) return <Notice kind="warn">{`${text} Make new ones soon.`}</Notice>
  return <p className="text-sm text-muted">{`${text} Made on ${formatDay(generatedAt)}.`}</p>
}
