import type { Sentences } from '../../workspace/refusals/blockers.ts'

export const sentences: Sentences = {
  self_approval: () => ['Separation of duties is on. Someone else must approve it.'],
  note_required: () => ['Describe what happened.'],
}
