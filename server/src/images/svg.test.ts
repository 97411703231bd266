import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { svg, useBomb } from '../../test/pictures.ts'
import { safeSvg, UnsafeSvg } from './svg.ts'

const written = (inside: string) => safeSvg(svg(inside)).replace(/^<svg[^>]*>|<\/svg>$/g, '')

/** Returns `perGroup` × `groups` rectangles drawn through `use`, two levels deep. */
const uses = (perGroup: number, groups: number) =>
  `<rect id="r"/><g id="g">${'<use href="#r"/>'.repeat(perGroup)}</g>${'<use href="#g"/>'.repeat(groups)}`

describe('a drawing', () => {
  test('is rewritten from what was parsed', () => {
    const drawing = svg(
      `<style>.a{fill:red}</style><defs><linearGradient id="l" xlink:href="#m"/></defs>
       <path class="a" style="stroke:url(#l)" fill="url( '#l' )" d="M0 0&#10;L1 1"/><text>a &lt; b <![CDATA[& c]]></text>`,
    )
    const again = safeSvg(
      `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- hand made -->${drawing}`,
    )
    expect(again).toBe(
      '<svg width="80" height="40" xmlns="http://www.w3.org/2000/svg"><style>.a{fill:red}</style>' +
        '<defs><linearGradient id="l" href="#m"></linearGradient></defs>&#10;       ' +
        '<path class="a" style="stroke:url(#l)" fill="url( \'#l\' )" d="M0 0&#10;L1 1"></path>' +
        '<text>a &lt; b &amp; c</text></svg>',
    )
    expect(safeSvg(again)).toContain('<text>a &lt; b &amp; c</text>')
  })

  test('loses additions of editors and pages', () => {
    const inside = `<title>Logo</title><metadata><r:RDF xmlns:r="urn:r"><r:li r:resource="http://a"/></r:RDF></metadata>
      <i:view xmlns:i="urn:i" onload="x" i:zoom="1"><g/></i:view><g xmlns:i="urn:i" i:label="x" data-x="1" role="img" xml:base="http://a" xml:space="preserve"/>`
    expect(written(inside).replace(/&#10;|\s\s+/g, '')).toBe('<g xml:space="preserve"></g>')
  })

  test('may use another namespace prefix', () => {
    const drawing = '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>'
    expect(safeSvg(drawing)).toBe('<svg xmlns="http://www.w3.org/2000/svg"><g></g></svg>')
  })

  test('is accepted just within the limits', () => {
    expect(written('<g/>'.repeat(4_999))).toHaveLength(4_999 * 7)
    expect(written(`<filter>${'<feOffset/>'.repeat(10)}<feFuncR/></filter>`)).toContain('feFuncR')
    expect(written('<g>'.repeat(99) + '</g>'.repeat(99))).toContain('<g>')
    // Each of the 49 brings in a group of 98, and each of those a rectangle: 9 751 in all.
    expect(written(uses(98, 49))).toContain('#g')
  })
})

const outside = 'http://example.com/a.svg'

describe('a drawing is refused for', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script of another prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg"/>'],
    ['foreign content', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'],
    ['an image', '<image href="data:image/png;base64,AAAA"/>'],
    ['a filter image', '<filter><feImage href="#a"/></filter>'],
    ['an animation', '<animate attributeName="href" to="http://a"/>'],
    ['a link', `<a href="${outside}"/>`],
    ['an event', '<g onload="alert(1)"/>'],
    ['an event in capitals', '<g ONCLICK="alert(1)"/>'],
    ['a script as reference', '<use href="javascript:alert(1)"/>'],
    ['a reference to the outside', `<use href="${outside}#a"/>`],
    ['an older reference to the outside', `<use xlink:href="${outside}#a"/>`],
    ['two references, one of them outside', `<use href="#a" xlink:href="${outside}"/>`],
    ['a relative reference', '<use href="other.svg#a"/>'],
    ['an empty reference', '<linearGradient href=""/>'],
    ['a fill from outside', `<g fill="url(${outside}#a)"/>`],
    ['a fill from a file', '<g fill="url(file:///etc/passwd#a)"/>'],
    ['a quoted address', `<g mask='url("${outside}")'/>`],
    ['an address in a style', `<g style="fill:red;filter:URL( ${outside} )"/>`],
    ['a second address', `<g style="fill:url(#a);filter:url(${outside})"/>`],
    ['an address spelled otherwise', '<g style="fill:\\75rl(http://a)"/>'],
    ['a style sheet from elsewhere', `<style>@import "${outside}";</style>`],
    ['one hidden in a comment', '<style>@imp<!-- -->ort "a";</style>'],
    ['one hidden in CDATA', '<style><![CDATA[@IMPORT "a";]]></style>'],
    ['an address in a style sheet', '<style>.a{fill:url(#a)}</style>'],
    ['an element in a style sheet', '<style><g/>@import "a"</style>'],
    ['an unknown element', '<blink/>'],
    ['an element of nothing', '<g xmlns=""/>'],
    ['a prefix nobody declared', '<i:view/>'],
    ['an entity nobody declared', '<text>&all;</text>'],
    ['a processing instruction', '<?php echo 1 ?>'],
    ['two attributes of one name', '<g id="a" id="b"/>'],
    ['what is not closed', '<g>'],
    ['eleven filter primitives', `<filter>${'<feOffset/>'.repeat(11)}</filter>`],
    ['too many elements', '<g/>'.repeat(5_000)],
    ['too many that are left out', `<metadata>${'<g/>'.repeat(5_000)}</metadata>`],
    ['depth', '<g>'.repeat(100) + '</g>'.repeat(100)],
    ['what holds itself', '<g id="a"><use href="#a"/></g>'],
    [
      'what holds itself by way of another',
      '<g id="a"><use href="#b"/></g><use id="b" href="#a"/>',
    ],
    ['too many used elements', uses(99, 60)],
    ['too many behind one of two equal ids', `<g id="g"/>${uses(99, 60)}`],
  ])('%s', (_reason, inside) => {
    expect(() => safeSvg(svg(inside))).toThrow(UnsafeSvg)
  })

  test.each([
    ['a document type', `<!DOCTYPE svg>${svg('')}`],
    [
      'an entity',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
    ],
    ['a style sheet named before it', `<?xml-stylesheet href="${outside}"?>${svg('')}`],
    ['a root that is no svg', '<g xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['no namespace', '<svg/>'],
    ['two roots', `${svg('')}${svg('')}`],
    ['something after it', `${svg('')}more`],
    ['nothing', ' '],
  ])('%s', (_reason, text) => {
    expect(() => safeSvg(text)).toThrow(UnsafeSvg)
  })

  test('U05 ten million elements through use', () => {
    expect(useBomb.length).toBeLessThan(1_600)
    expect(() => safeSvg(useBomb)).toThrow('too many used elements')
  })
})

test('is written in a form that a strict parser reads', () => {
  const tags: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ name }) => tags.push(name))
  parser.write(safeSvg(svg('<text id="&quot;&#9;&lt;&#13;">]]&gt;"\'&amp;</text>'))).close()
  expect(tags).toEqual(['svg', 'text'])
})
