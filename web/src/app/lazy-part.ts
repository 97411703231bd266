import { lazy, type ComponentType } from 'react'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

/** A component of a module that is loaded when it is first drawn; draw it inside `Suspense`. */
export const lazyPart = <Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
) =>
  lazy(async () => ({
    default: (await load())[name] as ComponentType<PropsOf<Module[Name]>>,
  }))
