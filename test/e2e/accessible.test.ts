import { test } from 'node:test'
import { testAccessibleRoutes } from './test-accessible-routes.ts'

test('every page is accessible to visitors', (t) => testAccessibleRoutes(t, ({ as }) => as === undefined))
