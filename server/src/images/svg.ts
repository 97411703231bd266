import { SaxesParser, type SaxesTagNS } from 'saxes'
import { attributes, elements, filterPrimitives, remarks } from './svg-vocabulary.ts'

const svgSpace = 'http://www.w3.org/2000/svg'
const xlinkSpace = 'http://www.w3.org/1999/xlink'
const xmlSpace = 'http://www.w3.org/XML/1998/namespace'

const mostElements = 5_000
const mostBroughtIn = 10_000
const mostFilterPrimitives = 10
const deepest = 100

/** A refused drawing. The message is only for tests. */
export class UnsafeSvg extends Error {}
const refuse = (reason: string): never => {
  throw new UnsafeSvg(reason)
}

type Element = { children: Element[]; target: string | undefined }

/**
 * Returns the drawing, rewritten from what was parsed, because the renderer's own parser may read
 * the same bytes differently. Throws UnsafeSvg if it is no SVG, could load or run something, or is
 * too complex.
 */
export function safeSvg(text: string): string {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const written: string[] = []
  const open: Element[] = []
  const byId = new Map<string, Element[]>()
  let root: Element | undefined
  let count = 0
  let primitives = 0
  /** Depth at which a removed element started. */
  let leftOutAt = 0
  let depth = 0
  let style: string | undefined

  parser.on('error', (error) => refuse(error.message))
  parser.on('doctype', () => refuse('a document type'))
  parser.on('processinginstruction', () => refuse('a processing instruction'))

  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > deepest) refuse('nested too deep')
    if (++count > mostElements) refuse('too many elements')
    if (leftOutAt > 0) return
    if (style !== undefined) refuse('an element in a style sheet')
    if (root && isLeftOut(tag)) {
      leftOutAt = depth
      return
    }
    if (tag.uri !== svgSpace || !isDrawn(tag.local)) refuse(`the element ${tag.name}`)
    if (filterPrimitives.has(tag.local) && ++primitives > mostFilterPrimitives)
      refuse('too many filter primitives')

    const kept = keptAttributes(tag)
    const element: Element = { children: [], target: undefined }
    if (tag.local === 'use') element.target = kept.get('href')?.slice(1)
    const id = kept.get('id')
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), element])
    open.at(-1)?.children.push(element)
    open.push(element)
    if (!root) {
      if (tag.local !== 'svg') refuse('not an SVG')
      root = element
      kept.set('xmlns', svgSpace)
    }
    if (tag.local === 'style') style = ''
    const pairs = [...kept].map(([name, value]) => ` ${name}="${escape(value)}"`)
    written.push(`<${tag.local}${pairs.join('')}>`)
  })

  parser.on('closetag', (tag) => {
    depth -= 1
    if (leftOutAt > 0) {
      if (depth < leftOutAt) leftOutAt = 0
      return
    }
    if (style !== undefined) {
      requireOwnStyle(style)
      style = undefined
    }
    open.pop()
    written.push(`</${tag.local}>`)
  })

  const onText = (part: string) => {
    if (leftOutAt > 0 || open.length === 0) return
    if (style !== undefined) style += part
    written.push(escape(part))
  }
  parser.on('text', onText)
  parser.on('cdata', onText)

  parser.write(text).close()
  if (!root) return refuse('empty')
  requireFewBroughtIn(root, count, byId)
  return written.join('')
}

const isDrawn = (name: string) => elements.has(name) || filterPrimitives.has(name)

/** Elements of editors in their own namespaces, and descriptive elements. */
const isLeftOut = ({ uri, local }: SaxesTagNS) =>
  uri === svgSpace ? remarks.has(local) : uri !== ''

/** Returns the allowed attributes. Throws for events and external references. */
function keptAttributes({ attributes: given }: SaxesTagNS): Map<string, string> {
  const kept = new Map<string, string>()
  for (const { uri, local, value } of Object.values(given)) {
    const isHref = local === 'href' && (uri === '' || uri === xlinkSpace)
    if (isHref) {
      if (!value.startsWith('#')) refuse('a reference to the outside')
      // `href` takes precedence over `xlink:href`.
      if (uri === '' || !kept.has('href')) kept.set('href', value)
    } else if (uri === xmlSpace && local === 'space') kept.set('xml:space', value)
    else if (uri === '' && /^on/i.test(local)) refuse('an event attribute')
    else if (uri === '' && attributes.has(local)) {
      if (local !== 'id' && local !== 'class') requireOwnReferences(value)
      kept.set(local, value)
    }
  }
  return kept
}

/** Throws for a style sheet with an import or any URL. */
function requireOwnStyle(css: string) {
  requireOwnReferences(css)
  if (/@import|url\(/i.test(css)) refuse('an address in a style sheet')
}

/** Throws for a backslash, which could disguise `url`. */
function requireOwnReferences(css: string) {
  if (css.includes('\\')) refuse('a backslash')
  if (/@import/i.test(css)) refuse('a style sheet from elsewhere')
  for (const [, target = ''] of css.matchAll(/url\(([^)]*)/gi))
    if (!/^\s*(["']?)#[^"']*\1\s*$/.test(target)) refuse('a reference to the outside')
}

/**
 * Counts the elements that every `use` adds, including itself, without expanding it. If several
 * elements have the same id, all are counted.
 */
function requireFewBroughtIn(root: Element, count: number, byId: Map<string, Element[]>) {
  const known = new Map<Element, number>()
  const sum = (those: Element[]) => those.reduce((total, each) => total + weightOf(each), 0)
  // Each element is visited at most once, which limits the recursion.
  function weightOf(element: Element): number {
    const weight = known.get(element)
    if (weight !== undefined) return weight
    // An element seen again before it is finished contains itself, which exceeds any limit.
    known.set(element, Infinity)
    const broughtIn = element.target === undefined ? [] : (byId.get(element.target) ?? [])
    const own = 1 + sum(element.children) + sum(broughtIn)
    known.set(element, own)
    return own
  }
  if (weightOf(root) - count > mostBroughtIn) refuse('too many used elements')
}

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;')
