import { containerBooks } from './container-books.ts'
import { contentBooks } from './content-books.ts'
import { fixedBooks } from './fixed-books.ts'
import { fontBooks } from './font-books.ts'
import { layoutBooks } from './layout-books.ts'
import { navigationBooks } from './navigation-books.ts'
import { packageBooks } from './package-books.ts'
import { resourceBooks } from './resource-books.ts'
import { styleBooks } from './style-books.ts'
import { vocabularyBooks } from './vocabulary-books.ts'

/** The books of each test file. They are divided so that all test files take about the same time. */
export const bookSets = {
  resources: [...resourceBooks, ...containerBooks, ...fontBooks],
  packages: [...packageBooks, ...navigationBooks],
  contents: [...contentBooks, ...styleBooks, ...vocabularyBooks],
  layouts: [...fixedBooks, ...layoutBooks],
}
export type BookSet = keyof typeof bookSets
