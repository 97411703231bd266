import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Answer as ScanAnswer } from '../../workspace/scan/queue.ts'
import { onPending, stateOf } from '../outbox/outbox.ts'

const tones = {
  ok: { icon: Check, look: 'bg-ok-soft text-ok-ink' },
  warn: { icon: TriangleAlert, look: 'bg-warn-soft text-warn-ink' },
  bad: { icon: CircleX, look: 'bg-bad-soft text-bad-ink' },
} as const

/** The answer of the server by color, sign and words; there from the start, so readers hear it. */
export function Answer({ notice: first }: { notice: ScanAnswer | undefined }) {
  const notice = useNow(first)
  const tone = notice && tones[notice.tone]
  const Icon = tone?.icon
  return (
    <div role="status">
      {notice && Icon && (
        <p
          data-tone={notice.tone}
          className={`box flex items-center gap-3 rounded-control border border-transparent px-4 py-3 text-lg font-semibold ${tone.look}`}
        >
          <Icon aria-hidden size={24} className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{notice.text}</span>
        </p>
      )}
    </div>
  )
}

/** The answer as it is by now. One that was refused is shown with what else was. */
function useNow(notice: ScanAnswer | undefined): ScanAnswer | undefined {
  const later = notice?.later
  const state = useSyncExternalStore(onPending, () => (later ? stateOf(later.scanId) : 'waiting'))
  if (!later || state === 'waiting') return notice
  return state === 'sent' ? { tone: 'ok', text: later.sent } : undefined
}
