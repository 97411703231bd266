import type { ReactNode } from 'react'
import { Heading, useTitle } from '../parts/Page.tsx'
import { paths } from '../app/paths.ts'
import { Logo } from '../site/Logo.tsx'

type Props = {
  /** The document's title before the dash, and the heading unless that has words of its own. */
  title: string
  heading?: string
  /** Below the card: the way to a neighbouring page. */
  foot?: ReactNode
  children: ReactNode
}

/** The pages around signing in: one narrow card, no header and no footer. */
export function AuthCard({ title, heading = title, foot, children }: Props) {
  useTitle(`${title} - Stowage`)
  return (
    <AuthFrame heading={<Heading>{heading}</Heading>} foot={foot}>
      {children}
    </AuthFrame>
  )
}

type FrameProps = { heading: ReactNode; foot?: ReactNode; children: ReactNode }

/** One narrow card under the logo. */
function AuthFrame({ heading, foot, children }: FrameProps) {
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
