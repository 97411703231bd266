import type { Found } from '@stowage/contract/workspace/search'
import type { Answer } from '../../workspace/scan/queue.ts'

/** Kinds of records that can be loaded. */
export const loadable = ['package', 'shipment', 'unknown']
/** Feedback on scanning a carrier whose manifest is not open. */
export const openFirst = 'Press Open manifest first.'
/** Not of what is loaded: the workspace answers. */
const left = ['command', 'member']

/** Returns what is done with a scan while a manifest is loaded: 'load' it, or the answer; undefined leaves it to the workspace. */
export function answerTo({ kind }: Pick<Found, 'kind'>): 'load' | Answer | undefined {
  if (loadable.includes(kind)) return 'load'
  return left.includes(kind) ? undefined : { tone: 'bad', text: 'This is not a package.' }
}
