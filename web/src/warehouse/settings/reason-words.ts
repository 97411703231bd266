import type { Reason } from '@stowage/contract/warehouse/settings'
import { wordsOf } from '../../app/words.ts'

/** What a reason can be given for. */
export const appliesWords = wordsOf<Reason['applies'][number]>({
  adjust_up: 'quantity increases',
  adjust_down: 'quantity decreases',
  scrap: 'scrapping',
  return: 'returns',
  count: 'counts',
  short_pick: 'short picks',
  status: 'status changes',
})
