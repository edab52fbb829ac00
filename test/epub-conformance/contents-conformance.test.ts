import { testBookSet } from './test-book-set.ts'

testBookSet('contents')
