import type { FileReply } from '@stowage/contract/route'

export type ImageType = 'png' | 'webp'

/** WebP for those that name it; whoever takes anything is given PNG, which everything reads. */
export function imageTypeFor(accept: string | undefined): ImageType {
  const asked = /(?:^|,)\s*image\/webp\s*(?:;\s*q=([\d.]+)\s*)?(?=,|$)/i.exec(accept ?? '')
  return asked && Number(asked[1] ?? 1) > 0 ? 'webp' : 'png'
}

/**
 * A picture that any page may show and that is nothing but a picture, whatever is made of it.
 * `tag` changes with the picture; `cache` is the whole Cache-Control.
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
    vary: 'Accept',
  },
})
