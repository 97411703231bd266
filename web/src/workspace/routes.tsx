import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import type { ComponentType, FunctionComponent } from 'react'
import type { z } from 'zod'
import { workspace } from '../app/routes/tenant.tsx'
import { searchOf } from '../app/search.ts'

/* The routes of pages below a workspace, as the `routes.tsx` of a noun lists them. */

type Load = () => Promise<{ default: ComponentType }>

/** Returns the route of a page. */
export const page = <const Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => workspace, path, component: lazyRouteComponent(load) })

/** Returns the route of a page with search parameters; those with these values are not in the address. */
export const searchPage = <const Path extends string, S extends z.ZodObject>(
  path: Path,
  search: S,
  load: Load,
  usual: Partial<z.output<S>> = {},
) =>
  createRoute({
    getParentRoute: () => workspace,
    path,
    validateSearch: searchOf(search),
    search: { middlewares: [stripSearchParams(usual as never)] },
    component: lazyRouteComponent(load),
  })

/** Returns the route of a list that comes with its page, as that of a plain record does. */
export const listRoute = <const Path extends string, S extends z.ZodObject>(
  path: Path,
  search: S,
  component: FunctionComponent,
) =>
  createRoute({
    getParentRoute: () => workspace,
    path,
    validateSearch: searchOf(search),
    component,
  })
