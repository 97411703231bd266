import { useEffect, useState } from 'react'
import { dropDraft, findDraft, keepDraft, offerDraft } from '../app/drafts.ts'

/**
 * Work that is gathered piece by piece, such as the lines of a delivery: written down with every change
 * and there again after a reload, a crash or a forced sign-out, for this account alone. Keys of `Work` must not name passwords or tokens: drafts leave those out.
 */
export function useKeptWork<Work extends Record<string, unknown>>(
  name: string,
  account: string,
  begin: () => Work,
  hasBegun: (work: Work) => boolean,
) {
  const [found] = useState(() => findDraft(name, account) as Work | undefined)
  const [work, setWork] = useState(() => ({ ...begin(), ...found }))
  const [isRestored, setIsRestored] = useState(found !== undefined)
  // What comes after all of it was taken away is new.
  if (isRestored && !hasBegun(work)) setIsRestored(false)

  useEffect(() => {
    if (hasBegun(work)) keepDraft(name, account, work)
    else dropDraft(name, account)
    return offerDraft(name, () => (hasBegun(work) ? work : undefined))
  }, [name, account, work, hasBegun])

  const startOver = () => {
    dropDraft(name, account)
    setIsRestored(false)
    setWork(begin())
  }
  return { work, setWork, isRestored, startOver }
}
