import type { ReactNode } from 'react'
import { Page } from '../parts/Page.tsx'
import { Notice } from '../ui/Notice.tsx'

type Props = { title: string; heading?: string; sentence?: string; children: ReactNode }

/** A page that says it is unfinished and then shows what is true already. */
export function WorkInProgress({ title, heading, sentence, children }: Props) {
  return (
    <Page title={title} {...(heading !== undefined && { heading })}>
      <Notice kind="info">{sentence ?? 'This page is a work in progress.'}</Notice>
      {children}
    </Page>
  )
}
