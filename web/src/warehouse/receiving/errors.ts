import type { Sentences } from '../../workspace/refusals/blockers.ts'

export const sentences: Sentences = {
  lot_expired: () => 'Receive them with another status, such as Expired.',
  shelf_life_too_short: () => 'Refuse them, or receive them with another status, such as On hold.',
}
