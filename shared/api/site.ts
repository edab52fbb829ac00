import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the operator set and every page shows. */
export const Site = z.strictObject({
  name: z.string(),
  tagline: z.string(),
  /** Without a slash at its end. */
  publicUrl: z.string(),
  icpNumber: z.string(),
  mapApprovalNumber: z.string(),
  featureVideo: z.boolean(),
  /** No mail server is set: codes stand in the server's log. */
  codesInLog: z.boolean(),
})
export type Site = z.infer<typeof Site>

export const site = {
  show: endpoint({
    method: 'GET',
    path: '/site/info',
    access: 'anyone',
    summary: 'Name, tagline, footer lines and features of this site',
    input: z.strictObject({}),
    output: Site,
  }),
}
