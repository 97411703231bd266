import { directory, type PlatformDetails } from '@stowage/contract/platforms/directory'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { saveFile } from '../../app/save-file.ts'
import { useUser } from '../../app/session.ts'
import { useSaveLog } from '../audit/save-log.ts'
import { SavingLog } from '../audit/SavingLog.tsx'
import { whyNot } from '../members/viewer.ts'
import { membersCsv } from './members-csv.ts'

type Props = { platform: PlatformDetails; onDeleted: () => void }

/** The end of a platform, after its path was typed. */
export function DeletePlatform({ platform, onDeleted }: Props) {
  const { id, name, slug, viewer } = platform
  const [asked, setAsked] = useState(false)
  const remove = useAction(directory.remove)

  const confirmed = () => {
    setAsked(false)
    remove.mutate(
      { params: { platformId: id }, body: { slug } },
      {
        onSuccess: () => {
          toast(`${name} is deleted.`)
          onDeleted()
        },
      },
    )
  }
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        Deleting signs every member out and takes the sign-in page away at once. After 30 days
        everything in it is gone for good.
      </p>
      <div>
        <Button
          look="danger"
          why={whyNot(viewer, directory.remove, 'delete the platform')}
          busy={remove.isPending && 'Deleting…'}
          onClick={() => setAsked(true)}
        >
          Delete platform
        </Button>
      </div>
      {remove.error && <ErrorBox error={remove.error} fallback="Failed to delete the platform" />}
      {asked && (
        <Confirm
          title={`Delete ${name}?`}
          consequence="Nobody can sign in there any more, and nothing brings it back. Nobody else can use its path for a year."
          typed={{ label: 'Type the path of the platform', words: slug }}
          action="Delete"
          onConfirm={confirmed}
          onCancel={() => setAsked(false)}
        >
          <SaveFirst platform={platform} />
        </Confirm>
      )}
    </div>
  )
}

/** Shows the data the owner can save before a platform is deleted, one entry per file. */
function SaveFirst({ platform }: { platform: PlatformDetails }) {
  const file = `${platform.slug}-members.csv`
  const { saving, start, cancel } = useSaveLog()
  const unverified = useUser()?.mustVerifyEmail ?? true
  return (
    <div className="grid gap-2">
      <p>Before it goes, you can save:</p>
      <ul role="list" className="flex flex-wrap gap-2">
        <li>
          <Button onClick={() => saveFile(file, membersCsv(platform), 'text/csv;charset=utf-8')}>
            Members as CSV
          </Button>
        </li>
        <li>
          <Button
            busy={saving.state === 'running' && 'Saving…'}
            why={unverified ? 'Verify your email to save the log.' : undefined}
            onClick={() => void start({ platformId: platform.id })}
          >
            Audit log as CSV
          </Button>
        </li>
      </ul>
      <SavingLog saving={saving} onCancel={cancel} />
    </div>
  )
}
