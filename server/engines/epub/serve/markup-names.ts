const set = (names: string) => new Set(names.split(' '))

/** The HTML elements in place of the elements of DTBook, the format of talking books, which EPUB 2 also permits. */
export const talkingBookNames: Record<string, string> = {
  ...Object.fromEntries(
    'level level1 level2 level3 level4 level5 level6 frontmatter bodymatter rearmatter'
      .split(' ')
      .map((name) => [name, 'section']),
  ),
  ...Object.fromEntries(
    'docauthor author byline dateline epigraph linegroup line poem imggroup'.split(' ').map((name) => [name, 'div']),
  ),
  ...Object.fromEntries('note annotation prodnote sidebar'.split(' ').map((name) => [name, 'aside'])),
  doctitle: 'h1',
  hd: 'h3',
  bridgehead: 'h3',
  list: 'ul',
  noteref: 'a',
  annoref: 'a',
}

/** Allowed HTML elements. Other elements are replaced by their content, unless they are in `droppedElements`. */
export const htmlElements = set(
  'a abbr address area article aside audio b bdi bdo big blockquote br caption center cite code col colgroup data dd del details dfn ' +
    'dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main map mark menu nav ol p ' +
    'pre q rb rp rt rtc ruby s samp search section small source span strike strong sub summary sup table tbody td tfoot th thead time ' +
    'tr track tt u ul var video wbr',
)
export const svgElements = set(
  'svg a g path rect circle ellipse line polyline polygon text tspan textpath defs lineargradient radialgradient stop clippath mask ' +
    'pattern image use symbol marker switch view title desc filter foreignobject feblend fecolormatrix fecomponenttransfer fecomposite ' +
    'feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr ' +
    'fegaussianblur femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence',
)
export const mathElements = set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover munderover ' +
    'mmultiscripts mprescripts mtable mtr mlabeledtr mtd none mfenced menclose maction semantics',
)
/**
 * Elements of a book's documents that are removed with their content: scripts, forms, embedded content and instructions
 * to the browser.
 */
export const droppedElements = set(
  'script iframe frame frameset noframes applet param template slot portal base meta input button select ' +
    'textarea datalist output animate animatemotion animatetransform animatecolor set ' +
    'annotation annotation-xml handler listener dialog plaintext xmp fencedframe epub:trigger',
)
/**
 * The removed elements that users would see, with the words for them in the warnings to the editor who imports a book.
 */
export const visibleLosses: Record<string, string> = {
  script: '脚本',
  iframe: '框架',
  frame: '框架',
  frameset: '框架',
  applet: '小程序',
  input: '表单',
  button: '表单',
  select: '表单',
  textarea: '表单',
  animate: '动画',
  animatemotion: '动画',
  animatetransform: '动画',
  canvas: '用脚本画的图',
}
export const voidElements = set('area br col hr img source track wbr')

export const plainAttributes = set(
  'id class lang xml:lang dir title role alt colspan rowspan headers scope span start reversed value datetime type width height ' +
    'align valign hidden bgcolor border cellpadding cellspacing color face size nowrap rules frame clear noshade compact open name ' +
    'shape coords cite translate abbr tabindex char charoff summary hspace vspace xml:space epub:type',
)
export const mediaAttributes = set('loop muted kind srclang label default')
export const svgAttributes = set(
  'viewbox preserveaspectratio x y z x1 y1 x2 y2 cx cy fx fy fr r rx ry d points transform fill fill-opacity fill-rule stroke ' +
    'stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit stroke-opacity opacity offset ' +
    'stop-color stop-opacity gradientunits gradienttransform spreadmethod clippathunits maskunits maskcontentunits patternunits ' +
    'patterncontentunits patterntransform text-anchor dominant-baseline alignment-baseline baseline-shift font-size font-family ' +
    'font-weight font-style font-variant font-stretch letter-spacing word-spacing text-decoration writing-mode direction unicode-bidi ' +
    'dx dy rotate textlength lengthadjust startoffset method spacing side pathlength version color display visibility overflow ' +
    'clip clip-path clip-rule mask filter marker marker-start marker-mid marker-end markerwidth markerheight markerunits refx refy ' +
    'orient vector-effect paint-order shape-rendering text-rendering image-rendering color-interpolation color-interpolation-filters ' +
    'filterunits primitiveunits in in2 result mode values operator k1 k2 k3 k4 order kernelmatrix divisor bias targetx targety ' +
    'edgemode preservealpha surfacescale diffuseconstant specularconstant specularexponent lighting-color scale xchannelselector ' +
    'ychannelselector azimuth elevation flood-color flood-opacity tablevalues slope intercept amplitude exponent stddeviation radius ' +
    'pointsatx pointsaty pointsatz limitingconeangle basefrequency numoctaves seed stitchtiles requiredextensions systemlanguage',
)
export const mathAttributes = set(
  'display displaystyle scriptlevel mathvariant mathcolor mathbackground mathsize stretchy symmetric largeop movablelimits fence ' +
    'separator form minsize maxsize lspace rspace voffset depth accent accentunder linethickness numalign denomalign bevelled ' +
    'columnalign rowalign columnspan columnlines rowlines rowspacing columnspacing equalrows equalcolumns side notation actiontype ' +
    'selection subscriptshift superscriptshift lquote rquote alttext',
)
const camelCased =
  'viewBox preserveAspectRatio gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits ' +
  'patternContentUnits patternTransform linearGradient radialGradient clipPath textPath foreignObject textLength lengthAdjust ' +
  'startOffset pathLength markerWidth markerHeight markerUnits refX refY filterUnits primitiveUnits kernelMatrix targetX targetY ' +
  'edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent xChannelSelector yChannelSelector ' +
  'tableValues stdDeviation pointsAtX pointsAtY pointsAtZ limitingConeAngle baseFrequency numOctaves stitchTiles ' +
  'requiredExtensions systemLanguage feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting ' +
  'feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode ' +
  'feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence'
/**
 * Names of SVG elements and attributes that contain capital letters, which matter in XML. The keys are the names in
 * lower case.
 */
export const cased: Record<string, string> = Object.fromEntries(
  camelCased.split(' ').map((name) => [name.toLowerCase(), name]),
)
