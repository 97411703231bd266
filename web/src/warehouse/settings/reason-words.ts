import type { Reason } from '@stowage/contract/warehouse/settings'
import { wordsOf } from '../../app/words.ts'

/** Labels of the operations a reason applies to. */
export const appliesWords = wordsOf<Reason['applies'][number]>({
  adjust_up: 'quantity increases',
  adjust_down: 'quantity decreases',
  scrap: 'scrapping',
  return: 'returns',
  count: 'counts',
  short_pick: 'short picks',
  status: 'status changes',
})
