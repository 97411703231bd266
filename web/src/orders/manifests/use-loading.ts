import { manifests, type Manifest } from '@stowage/contract/orders/manifests'
import type { Reply } from '@stowage/contract/route'
import { fetchChanged, send } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { ApiError } from '../../app/transport.ts'
import { inWords } from '../../workspace/refusals/in-words.ts'
import type { Take } from '../../workspace/scan/queue.ts'
import { answerTo } from './loadable.ts'

/** Returns the feedback on a loaded package. */
export const loadedText = ({ carton, isNew, loadedCount }: Reply<typeof manifests.load>) =>
  isNew
    ? `${carton.number} loaded, ${formatCount(loadedCount)} in all.`
    : `${carton.number} is already loaded.`

/** Loads packages to a manifest by their codes, and takes scans of them. */
export function useLoading(slug: string, { id: manifestId }: Manifest) {
  const loadCode = async (code: string) => {
    const loaded = await send(manifests.load, { params: { slug, manifestId }, body: { code } })
    await fetchChanged(manifests.load)
    return loaded
  }
  const unload = async (packageId: string) => {
    await send(manifests.unload, { params: { slug, manifestId }, body: { packageId } })
    await fetchChanged(manifests.unload)
  }
  const take: Take = async ({ code, found }) => {
    const answer = answerTo(found)
    if (answer !== 'load') return answer
    try {
      const loaded = await loadCode(code)
      const { isNew, carton } = loaded
      return isNew
        ? { tone: 'ok', text: loadedText(loaded), undo: () => unload(carton.packageId) }
        : { tone: 'warn', text: loadedText(loaded) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { tone: 'bad', text: await inWords(error) }
    }
  }
  return { loadCode, take }
}
