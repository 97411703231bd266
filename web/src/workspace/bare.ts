import { useLocation } from '@tanstack/react-router'
import { nounAt } from './nouns.ts'

/** Whether the open page fills the screen, without header and rail. */
export const useIsBare = () =>
  useLocation({ select: ({ pathname }) => nounAt(pathname)?.isBare ?? false })
