import { test } from 'node:test'
import { testAccessibleRoutes } from './test-accessible-routes.ts'

test('every page for users is accessible', (t) => testAccessibleRoutes(t, ({ as }) => as !== undefined))
