const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Allowed elements: nothing that animates, runs, links or loads another file. */
export const elements = words(`
  svg g defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker style filter
  feFuncR feFuncG feFuncB feFuncA feMergeNode feDistantLight fePointLight feSpotLight
`)

/** Filter steps, each of which processes every pixel. */
export const filterPrimitives = words(`
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDropShadow feFlood feGaussianBlur feMerge feMorphology feOffset
  feSpecularLighting feTile feTurbulence
`)

/** Descriptive elements, removed with their content. */
export const remarks = words('title desc metadata')

/** Allowed attributes without a namespace. All others are removed. */
export const attributes = words(`
  id class style transform viewBox preserveAspectRatio version
  x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height d points pathLength rotate
  textLength lengthAdjust startOffset side method spacing
  systemLanguage requiredFeatures requiredExtensions
  refX refY orient markerWidth markerHeight markerUnits
  gradientUnits gradientTransform spreadMethod offset
  patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits
  filterUnits primitiveUnits in in2 result stdDeviation edgeMode mode operator k1 k2 k3 k4
  values type tableValues slope intercept amplitude exponent radius order kernelMatrix divisor bias
  targetX targetY preserveAlpha kernelUnitLength scale xChannelSelector yChannelSelector
  baseFrequency numOctaves seed stitchTiles azimuth elevation z pointsAtX pointsAtY pointsAtZ
  limitingConeAngle specularExponent specularConstant surfaceScale diffuseConstant
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters direction display dominant-baseline enable-background
  fill fill-opacity fill-rule filter flood-color flood-opacity
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning
  letter-spacing lighting-color marker-start marker-mid marker-end mask mask-type mix-blend-mode
  opacity overflow paint-order shape-rendering stop-color stop-opacity
  stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-decoration text-orientation text-rendering
  transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode
`)
