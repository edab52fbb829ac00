import assert from 'node:assert/strict'
import { type ConformanceBook, epubOf, xhtml } from './requirement.ts'

const prefixes = () =>
  epubOf('前缀', {
    packageAttributes: ' prefix="r: http://www.idpf.org/vocab/rendition/# rendition: http://x.test/other#"',
    metadata:
      '<meta property="rendition:layout">pre-paginated</meta><meta property="odd:x">x</meta><meta property="r:">x</meta>',
    items: [
      {
        href: 'a.xhtml',
        data: xhtml('<h1>流动</h1>'),
        spine: 'rendition:layout-pre-paginated page-spread-left odd:page-spread-right',
      },
      { href: 'b.xhtml', data: xhtml('<h1>一页</h1>'), spine: 'r:layout-pre-paginated layout-reflowable' },
    ],
  })

export const vocabularyBooks: ConformanceBook[] = [
  {
    title: '前缀',
    epub: prefixes,
    requirements: [
      {
        group: 'voc',
        level: 'must',
        says: 'a prefix that the package declares has precedence over a reserved one',
        check: (book) => assert.equal(book.outline.sections[0]?.layout, 'reflowable'),
      },
      {
        group: 'voc',
        level: 'must',
        says: 'properties are known by the address of their vocabulary',
        check: (book) => assert.equal(book.outline.sections[1]?.layout, 'fixed'),
      },
      {
        group: 'voc',
        level: 'must',
        says: 'properties without a prefix belong to the vocabulary of their attribute',
        check: (book) =>
          assert.deepEqual(
            book.outline.sections.map(({ side }) => side),
            ['left', undefined],
          ),
      },
      {
        group: 'voc',
        level: 'must',
        says: 'unknown prefixes and properties without a name are ignored',
        check: (book) => assert.deepEqual(book.verdict.warnings, []),
      },
    ],
  },
]
