import { audit } from '@stowage/contract/platforms/audit'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatEventTime, formatCount } from '../../app/format.ts'
import { Copy } from '../../ui/Copy.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ReadError } from '../../parts/ReadError.tsx'

/** Shows whether the log of one platform is intact. Renders nothing for a platform that is not visible. */
export function LogSeals({ platformId }: { platformId: string }) {
  const verdict = useQuery({
    ...load(audit.verify, { query: { platformId } }),
    // The server looks once a minute.
    staleTime: 60_000,
  })
  if (verdict.error?.status === 404) return null
  if (verdict.error)
    return <ReadError of={verdict} fallback="The seals of this log could not be checked" />
  if (!verdict.data) return <p className="text-sm text-muted">Checking the seals of this log…</p>
  const { ok, head, pending, firstBadSeq, checkedAt } = verdict.data
  const sealed = head?.seq ?? 0
  const counted = `${formatCount(sealed)} ${sealed === 1 ? 'event is' : 'events are'} sealed.`
  const waiting = pending > 0 ? ` Waiting for a seal: ${formatCount(pending)}.` : ''
  const at = `Checked ${formatEventTime(new Date(checkedAt))}.`
  if (!ok)
    return (
      <ErrorBox
        error={`The log of this platform was changed: seal ${firstBadSeq ?? 0} does not match its event.`}
      >
        <p>{at} Keep what you have saved, and ask whoever runs this server.</p>
      </ErrorBox>
    )
  return (
    <Notice kind="ok">
      <p>{`The log of this platform is whole: ${counted}${waiting} ${at}`}</p>
      {head && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0">
          <span>Newest seal</span>
          <code className="font-mono text-xs wrap-anywhere">{head.hash}</code>
          <Copy text={`${head.seq} ${head.hash}`} label="Copy the seal" />
        </p>
      )}
    </Notice>
  )
}
