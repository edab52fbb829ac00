import { test } from 'node:test'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('a code that could not be mailed is said so', async (t) => {
  const { visitor, mailbox } = await startTestSite(t)
  await mailbox.close()
  await failureOf(visitor.auth.sendCode({ account: 'someone@books.test', purpose: 'login' }), 'unavailable')
})
