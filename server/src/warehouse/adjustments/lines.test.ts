import { describe, expect, test } from 'vitest'
import { requireReason } from './lines.ts'

const reason = { name: 'Found', state: 'active', applies: ['adjust_up'], requiresNote: false }

describe('a reason', () => {
  test.each([
    ['that is not there', undefined, [1n], '', 'reason_unknown'],
    ['that was archived', { ...reason, state: 'archived' }, [1n], '', 'reason_unknown'],
    ['for the other direction', reason, [1n, -1n], '', 'reason_unknown'],
    ['without its note', { ...reason, requiresNote: true }, [1n], '', 'note_required'],
    ['with its note', { ...reason, requiresNote: true }, [1n], 'On the floor', undefined],
    ['for what changes', reason, [0n, 3n], '', undefined],
  ])('%s', (_, given, deltas, note, code) => {
    const give = () => requireReason(given, deltas, note)
    if (code === undefined) expect(give).not.toThrow()
    else expect(give).toThrow(expect.objectContaining({ code }))
  })
})
