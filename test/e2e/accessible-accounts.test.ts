import { test } from 'node:test'
import { testAccessibleRoutes } from './test-accessible-routes.ts'

test('every page for users, and one of each kind for admins, is accessible', (t) =>
  testAccessibleRoutes(t, ({ as, isLikeAnother = false }) => as !== undefined && !isLikeAnother))
