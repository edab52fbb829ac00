import { test } from 'node:test'
import { testAccessibleRoutes } from './test-accessible-routes.ts'

test('the pages for admins that resemble another one are accessible', (t) =>
  testAccessibleRoutes(t, ({ isLikeAnother = false }) => isLikeAnother))
