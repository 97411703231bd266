import type { ReactNode } from 'react'
import { paths } from '../app/paths.ts'
import { Logo } from '../site/Logo.tsx'

type FrameProps = { heading: ReactNode; foot?: ReactNode; children: ReactNode }

/** One narrow card under the logo. */
export function AuthFrame({ heading, foot, children }: FrameProps) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-[432px] grid-cols-[minmax(0,1fr)] content-center gap-6 px-4 py-10">
      <a href={paths.home} className="flex items-center gap-2 justify-self-center font-semibold">
        <Logo />
        Stowage
      </a>
      <div className="card grid grid-cols-[minmax(0,1fr)] gap-5 p-6 wrap-anywhere">
        {heading}
        {children}
      </div>
      {foot && <p className="text-center text-sm text-muted">{foot}</p>}
    </main>
  )
}
