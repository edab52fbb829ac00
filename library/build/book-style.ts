/**
 * Style sheet of the books that ship with the program, separate for verse and prose. It is minimal, so that the
 * typeface, size and colours that the reader has chosen take effect.
 */
export const bookStyle = `body { margin: 0 4%; line-height: 1.8; }
h1 { margin: 2em 0 1.5em; font-size: 1.6em; text-align: center; }
h2 { margin: 2.5em 0 0.8em; font-size: 1.2em; text-align: center; break-after: avoid; page-break-after: avoid; }
p { margin: 0; }
.prose p { text-indent: 2em; text-align: justify; }
.prose p + p { margin-top: 0.4em; }
.verse p { text-align: center; }
.by { margin-bottom: 1em; text-align: center; font-size: 0.9em; }
.comment { margin: 0.4em 0 0 2em; font-size: 0.9em; text-align: justify; }
.piece + .piece { margin-top: 2em; }
.noteref { font-size: 0.7em; vertical-align: super; text-decoration: none; }
aside { margin-top: 0.6em; font-size: 0.85em; }
.title { text-align: center; font-family: "Noto Serif SC", "Source Han Serif SC", "Songti SC", STSong, serif; }
.title h1 { margin: 0; margin-block: 3em 0.8em; font-size: 2.2em; line-height: 1.3; letter-spacing: 0.1em; text-indent: 0.1em; }
.title .by { margin: 0; margin-block: 0 3em; font-size: 1.1em; }
.facts { margin-block-start: 0.8em; font-size: 0.85em; text-wrap: balance; }
.colophon { text-align: center; }
.colophon h1 { margin: 0; margin-block: 3em 1.2em; font-size: 1.2em; }
.cover { margin: 0; text-align: center; }
.cover img { max-width: 100%; }
`
