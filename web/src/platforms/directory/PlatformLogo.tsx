import { useState, type ReactNode } from 'react'
import { useLogoStamp } from './logo-stamp.ts'

type Props = {
  /** From the root of this server; null when there is none. */
  url: string | null
  /** Shown without a logo, and when it cannot be loaded. */
  fallback: ReactNode
  /** 36 pixels instead of 48. */
  small?: boolean
}

/** A logo. It always stands beside the name and therefore says nothing to readers. */
export function PlatformLogo({ url, fallback, small = false }: Props) {
  const [failed, setFailed] = useState<string>()
  const address = `${url}?t=${useLogoStamp()}`
  if (url === null || failed === address) return fallback
  return (
    <img
      src={address}
      alt=""
      width={small ? 36 : 48}
      height={small ? 36 : 48}
      className={`${small ? 'size-9' : 'size-12'} shrink-0 rounded-control object-contain`}
      onError={() => setFailed(address)}
    />
  )
}
