import type { Reason } from '@stowage/contract/warehouse/settings'

/** What a reason can be given for. */
export const appliesWords: Record<Reason['applies'][number], string> = {
  adjust_up: 'more than the books say',
  adjust_down: 'less than the books say',
  scrap: 'scrapping',
  return: 'returns',
  count: 'counts',
  short_pick: 'short picks',
  status: 'changes of status',
}
