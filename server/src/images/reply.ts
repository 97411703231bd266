import type { FileReply } from '@stowage/contract/route'

export type ImageType = 'png' | 'webp'

/** Returns WebP for clients that list it, otherwise PNG, which every client reads. */
export function imageTypeFor(accept: string | undefined): ImageType {
  const asked = /(?:^|,)\s*image\/webp\s*(?:;\s*q=([\d.]+)\s*)?(?=,|$)/i.exec(accept ?? '')
  return asked && Number(asked[1] ?? 1) > 0 ? 'webp' : 'png'
}

/**
 * Returns an image reply that any page may show and no browser interprets as something else. `tag`
 * changes with the image. `cache` is the Cache-Control header.
 */
export const imageReply = (
  type: ImageType,
  bytes: Uint8Array,
  { name, tag, cache }: { name: string; tag: string; cache: string },
): FileReply => ({
  contentType: `image/${type}`,
  bytes,
  headers: {
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `inline; filename="${name}.${type}"`,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': cache,
    etag: `"${tag}-${type}"`,
    // A private image is not shown from the cache to whoever signs in next.
    vary: cache.startsWith('private') ? 'Accept, Authorization' : 'Accept',
  },
})
