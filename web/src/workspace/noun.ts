import type { WarehousePermission } from '@stowage/contract/member-permissions'
import type { AnyRoute } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

export type Search = Record<string, string | readonly string[] | undefined>

/** Builds the address of a page of the open workspace, with the current warehouse in it. */
export type At = (page: string, search?: Search) => string

/** A page that can be opened from everywhere in the workspace. */
export type Command = {
  name: string
  page: string
  search?: Search
  keys?: string
  /** Without it the entry is disabled and says why. */
  needs?: WarehousePermission
}

/** The groups of the rail, from top to bottom; the first has no name. */
export const railGroups = [undefined, 'Orders', 'Inventory', 'Inbound', 'Insight', 'Setup'] as const

export type RailEntry = Command & {
  group?: (typeof railGroups)[number]
  icon: LucideIcon
}

export type LinkCodeProps = {
  code: string
  /** The code stands for an item from now on. */
  onLinked: () => void
  onClose: () => void
}

/**
 * Parts of a noun that the workspace needs before one of its pages is opened. Its `noun.ts` exports its addresses and its
 * help beside it, as `paths` and `topics`, which are loaded without it.
 */
export type Noun = NounPages & WayTo

type NounPages = {
  /** Its pages below the workspace, as in `routes.tsx`. `$` begins a part that varies. */
  pages: readonly string[]
  /** Loaded with the first of these pages. The home page is part of the application instead. */
  routes?: () => Promise<{ routes: readonly AnyRoute[] }>
  paths: (at: At) => object
  /** The dialog that gives an unknown code to one of them. */
  linkCode?: () => Promise<{ default: ComponentType<LinkCodeProps> }>
}

/** How its pages are reached; `under` is the page of another noun that leads to them. */
type WayTo = { rail?: readonly RailEntry[]; commands?: readonly Command[]; under?: string } & (
  | { rail: readonly [RailEntry, ...RailEntry[]] }
  /** Pages that the palette opens and the rail does not show. */
  | { commands: readonly [Command, ...Command[]] }
  | { under: string }
)
