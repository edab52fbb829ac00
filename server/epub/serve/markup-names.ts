const set = (names: string) => new Set(names.split(' '))

/** Allowed HTML elements. Other elements are replaced by their content, unless they are in `droppedElements`. */
export const htmlElements = set(
  'a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del details dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav ol p pre q rb rp rt rtc ruby s samp ' +
    'section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr big',
)
export const svgElements = set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient radialgradient stop clippath mask pattern image use symbol title desc',
)
export const mathElements = set(
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover munderover ' +
    'mmultiscripts mprescripts mtable mtr mtd none mfenced menclose semantics',
)
/**
 * Elements of a book's documents that are removed with their content: scripts, forms, embedded content and instructions
 * to the browser.
 */
export const droppedElements = set(
  'script noscript iframe frame frameset noframes object embed applet param template slot portal base meta input button select ' +
    'textarea datalist output audio video source track canvas map area foreignobject animate animatemotion animatetransform set ' +
    'annotation annotation-xml handler listener dialog marquee plaintext xmp fencedframe',
)
export const voidElements = set('br hr img col wbr')

export const plainAttributes = set(
  'id class lang xml:lang dir title role alt colspan rowspan headers scope span start reversed value datetime type width height align valign',
)
export const svgAttributes = set(
  'viewbox preserveaspectratio x y x1 y1 x2 y2 cx cy r rx ry d points transform fill fill-opacity fill-rule stroke stroke-width ' +
    'stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity opacity offset stop-color stop-opacity gradientunits ' +
    'gradienttransform spreadmethod clippathunits maskunits patternunits text-anchor font-size font-family font-weight dx dy version',
)
export const mathAttributes = set(
  'display mathvariant stretchy fence separator lspace rspace accent linethickness columnalign rowspacing columnspacing',
)
/**
 * Names of SVG elements and attributes that contain capital letters, which matter in XML. The keys are the names in
 * lower case.
 */
export const cased: Record<string, string> = {
  viewbox: 'viewBox',
  preserveaspectratio: 'preserveAspectRatio',
  gradientunits: 'gradientUnits',
  gradienttransform: 'gradientTransform',
  spreadmethod: 'spreadMethod',
  clippathunits: 'clipPathUnits',
  maskunits: 'maskUnits',
  patternunits: 'patternUnits',
  lineargradient: 'linearGradient',
  radialgradient: 'radialGradient',
  clippath: 'clipPath',
}
