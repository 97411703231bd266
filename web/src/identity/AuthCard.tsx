import type { ReactNode } from 'react'
import { Heading, useTitle } from '../parts/Page.tsx'
import { paths } from '../paths.ts'
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
    <main className="mx-auto grid min-h-dvh w-full max-w-[432px] content-center gap-6 px-4 py-10">
      <a href={paths.home} className="flex items-center gap-2 justify-self-center font-semibold">
        <Logo />
        Stowage
      </a>
      <div className="card grid gap-5 p-6">
        <Heading>{heading}</Heading>
        {children}
      </div>
      {foot && <p className="text-center text-sm text-muted">{foot}</p>}
    </main>
  )
}
