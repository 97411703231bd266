import { SaxesParser, type SaxesTagNS } from 'saxes'
import { attributes, elements, filterPrimitives, remarks } from './svg-vocabulary.ts'

const svgSpace = 'http://www.w3.org/2000/svg'
const xlinkSpace = 'http://www.w3.org/1999/xlink'
const xmlSpace = 'http://www.w3.org/XML/1998/namespace'

const mostElements = 5_000
const mostBroughtIn = 10_000
const mostFilterPrimitives = 10
const deepest = 100

/** A drawing that is not drawn; the message says why, for tests and for nobody else. */
export class UnsafeSvg extends Error {}
const refuse = (reason: string): never => {
  throw new UnsafeSvg(reason)
}

type Element = { children: Element[]; target: string | undefined }

/**
 * The drawing written anew from what is understood of it, so that the renderer, whose own parser
 * may see other things in the same bytes, is given nothing that was not looked at. Throws UnsafeSvg
 * for what is no SVG, could reach outside the drawing, could run, or is too much to draw.
 */
export function safeSvg(text: string): string {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const written: string[] = []
  const open: Element[] = []
  const byId = new Map<string, Element[]>()
  let root: Element | undefined
  let count = 0
  let primitives = 0
  /** Depth at which something that is left out began. */
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

/** What editors add for themselves, in namespaces of their own, and remarks for people. */
const isLeftOut = ({ uri, local }: SaxesTagNS) =>
  uri === svgSpace ? remarks.has(local) : uri !== ''

/** The attributes that are drawn. An event or a reference to the outside refuses the drawing. */
function keptAttributes({ attributes: given }: SaxesTagNS): Map<string, string> {
  const kept = new Map<string, string>()
  for (const { uri, local, value } of Object.values(given)) {
    const isHref = local === 'href' && (uri === '' || uri === xlinkSpace)
    if (isHref) {
      if (!value.startsWith('#')) refuse('a reference to the outside')
      // The newer spelling counts when both are there.
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

/** A style sheet: no other sheet, and no address at all, not even of a part of the drawing. */
function requireOwnStyle(css: string) {
  requireOwnReferences(css)
  if (/@import|url\(/i.test(css)) refuse('an address in a style sheet')
}

/** A backslash could spell `url` so that it is not seen here. */
function requireOwnReferences(css: string) {
  if (css.includes('\\')) refuse('a backslash')
  if (/@import/i.test(css)) refuse('a style sheet from elsewhere')
  for (const [, target = ''] of css.matchAll(/url\(([^)]*)/gi))
    if (!/^\s*(["']?)#[^"']*\1\s*$/.test(target)) refuse('a reference to the outside')
}

/**
 * Counts what every `use` brings in, itself included, without bringing it in. Where several
 * elements have the same id, all of them are counted.
 */
function requireFewBroughtIn(root: Element, count: number, byId: Map<string, Element[]>) {
  const known = new Map<Element, number>()
  const sum = (those: Element[]) => those.reduce((total, each) => total + weightOf(each), 0)
  // Every element is entered once at most, so the stack bears it.
  function weightOf(element: Element): number {
    const weight = known.get(element)
    if (weight !== undefined) return weight
    // Seen again before it is finished, it would hold itself: more than any limit.
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
