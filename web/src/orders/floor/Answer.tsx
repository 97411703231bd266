import { Check, CircleX, TriangleAlert } from 'lucide-react'

/** What came of the last pick, in words. */
export type Said = { tone: 'ok' | 'warn' | 'bad'; text: string }

const tones = {
  ok: { icon: Check, look: 'bg-ok-soft text-ok-ink' },
  warn: { icon: TriangleAlert, look: 'bg-warn-soft text-warn-ink' },
  bad: { icon: CircleX, look: 'bg-bad-soft text-bad-ink' },
} as const

/** The answer of the server by color, sign and words; there from the start, so that readers hear it. */
export function Answer({ said }: { said: Said | undefined }) {
  const tone = said && tones[said.tone]
  const Icon = tone?.icon
  return (
    <div role="status">
      {said && Icon && (
        <p
          data-tone={said.tone}
          className={`box flex items-center gap-3 rounded-control border border-transparent px-4 py-3 text-lg font-semibold ${tone.look}`}
        >
          <Icon aria-hidden size={24} className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{said.text}</span>
        </p>
      )}
    </div>
  )
}
