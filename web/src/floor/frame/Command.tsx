import type { ReactNode } from 'react'
import { Heading } from '../../parts/Page.tsx'

type Props = { verb: string; children: ReactNode; isLong?: boolean }

/** The one instruction of a page, readable at arm's length: what to do, and with what. */
export const Command = ({ verb, children, isLong = false }: Props) => (
  <Heading className="grid">
    <span className="text-lg font-normal text-muted">{`${verb} `}</span>
    <span
      className={`flex items-center gap-3 font-semibold wrap-anywhere ${isLong ? 'text-[28px] leading-9' : 'text-[44px] leading-[52px]'}`}
    >
      {children}
    </span>
  </Heading>
)
