import type { CustomerReturn, ReturnItem } from '@stowage/contract/orders/returns'
import { canChangePhotos, Photos } from './Photos.tsx'
import { conditionWords } from './words.ts'

type Props = {
  slug: string
  shown: CustomerReturn
  /** Items whose photos are shown elsewhere on the page. */
  isElsewhere: (item: ReturnItem) => boolean
}

/** The photos of a return, item by item. Of a closed return those that there are. */
export function ReturnPhotos({ slug, shown, isElsewhere }: Props) {
  const canChange = canChangePhotos(shown)
  const shownItems = shown.lines.flatMap((line) =>
    line.items
      .filter((item) => !isElsewhere(item) && (canChange || item.photos.length > 0))
      .map((item) => ({ line, item })),
  )
  if (shownItems.length === 0) return null
  return (
    <section aria-labelledby="photos" className="grid gap-3">
      <h2 id="photos">Photos</h2>
      <ul role="list" className="grid gap-2">
        {shownItems.map(({ line: { sku, name }, item: { itemNo, condition, lot, serial } }) => (
          <li key={itemNo} className="card grid gap-2 p-3">
            <p className="font-medium wrap-anywhere">
              {sku} <span className="font-normal text-muted">{name}</span>
              <span className="ms-2 text-sm font-normal text-muted">
                {[
                  conditionWords[condition],
                  lot !== null && `lot ${lot}`,
                  serial !== null && `serial ${serial}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </p>
            <Photos slug={slug} shown={shown} itemNo={itemNo} />
          </li>
        ))}
      </ul>
    </section>
  )
}
