import { imageTooLarge, maxImageBytes, notAnImage } from '@stowage/contract/fields'
import { dataUrlOf } from '../../app/data-url.ts'

/** Pixels of the longer side, as they are stored. */
const longest = 1280

type Upload = { data: string; contentType: string }

/**
 * Returns the upload of a photo, reduced to the stored size to be quick on a slow connection. A file the
 * browser cannot draw is sent unchanged. Returns an error text for a file that need not be sent.
 */
export async function readPhoto(file: File): Promise<Upload | string> {
  if (!file.type.startsWith('image/') || file.size === 0) return notAnImage
  const drawn = await draw(file).catch(() => undefined)
  if (drawn !== undefined) return { data: drawn, contentType: 'image/jpeg' }
  if (file.size > maxImageBytes) return imageTooLarge.photo
  const data = await dataUrlOf(file).catch(() => undefined)
  return data === undefined ? notAnImage : { data, contentType: file.type }
}

async function draw(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const data = canvas.toDataURL('image/jpeg', 0.85)
  return data.startsWith('data:image/jpeg;') ? data : undefined
}
