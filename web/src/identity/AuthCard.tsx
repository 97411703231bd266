import type { ReactNode } from 'react'
import { Heading, useTitle } from '../parts/Page.tsx'
import { AuthFrame } from './AuthFrame.tsx'

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
