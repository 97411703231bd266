import type { Sentences } from '../../workspace/refusals/blockers.ts'

export const sentences: Sentences = {
  wrong_tote_scanned: ({ expected, got }) => `Needed: ${expected}. You scanned ${got}.`,
  already_batched: ({ number, batch }) => `${number} is in ${batch}.`,
}
