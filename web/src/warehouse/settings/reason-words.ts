import type { Reason } from '@stowage/contract/warehouse/settings'

/** What a reason can be given for. */
export const appliesWords: Record<Reason['applies'][number], string> = {
  adjust_up: 'quantity increases',
  adjust_down: 'quantity decreases',
  scrap: 'scrapping',
  return: 'returns',
  count: 'counts',
  short_pick: 'short picks',
  status: 'status changes',
}
