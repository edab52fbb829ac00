/** The style sheet of books that are converted from plain text or Markdown and have no styles of their own. */
export const plainStyle = `body { margin: 0 4%; line-height: 1.8; }
h1, h2 { margin: 2em 0 1.2em; text-align: center; }
h1 { font-size: 1.5em; }
h2 { font-size: 1.3em; }
p { margin: 0.2em 0; text-indent: 2em; text-align: justify; }
p.continued { text-indent: 0; }
`
