import { test } from 'node:test'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('the call fails with a message for the user when a code could not be mailed', async (t) => {
  const { visitor, mailbox } = await startTestSite(t)
  await mailbox.close()
  await failureOf(visitor.auth.sendCode({ account: 'someone@books.test', purpose: 'login' }), 'unavailable')
})
