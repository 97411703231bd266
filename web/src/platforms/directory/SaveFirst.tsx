import type { PlatformDetails } from '@stowage/contract/platforms/directory'
import { saveFile } from '../../app/save-file.ts'
import { useUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { useSaveLog } from '../audit/save-log.ts'
import { SavingLog } from '../audit/SavingLog.tsx'
import { membersCsv } from './members-csv.ts'

/** What its owner may want to keep of a platform that is about to go; one entry for each file. */
export function SaveFirst({ platform }: { platform: PlatformDetails }) {
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
