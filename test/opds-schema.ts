import * as z from 'zod/mini'

/**
 * The constraints of the published JSON schemas of OPDS 2.0 and of the Readium Web Publication Manifest on the
 * documents of this site, stricter in three points: every address is complete, no collection is empty, and an object
 * has no property that the schemas do not name.
 */

/** The schema of a list that has at least one item and contains no item twice. */
function filled<T extends z.ZodMiniType>(item: T) {
  return z.array(item).check(
    z.minLength(1),
    z.refine((items: unknown[]) => new Set(items.map((item) => JSON.stringify(item))).size === items.length, {
      error: 'an item comes twice',
    }),
  )
}

const Language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/))
const Words = z.string().check(z.minLength(1))
const Count = z.int().check(z.minimum(0))
const Positive = z.int().check(z.minimum(1))

const link = {
  href: z.url(),
  type: z.string().check(z.regex(/^[a-z]+\/[a-z.+-]+(;[a-z]+=[a-z-]+)*$/)),
  title: z.optional(Words),
  rel: z.optional(Words),
  properties: z.optional(z.strictObject({ numberOfItems: z.optional(Count) })),
  width: z.optional(Positive),
  height: z.optional(Positive),
  size: z.optional(Positive),
  language: z.optional(Language),
}
const PlainLink = z.strictObject(link)
const Template = z.strictObject({ ...link, href: z.string().check(z.includes('{?')), templated: z.literal(true) })
const Link = z.union([PlainLink, Template])
const TitledLink = z.strictObject({ ...link, title: Words })

const Contributor = z.strictObject({ name: Words, links: z.optional(filled(PlainLink)) })
const Subject = z.strictObject({ name: Words, scheme: z.optional(z.url()), links: z.optional(filled(PlainLink)) })

export const OpdsPublication = z.strictObject({
  metadata: z.strictObject({
    '@type': z.url(),
    identifier: z.url(),
    altIdentifier: z.optional(filled(z.url())),
    title: Words,
    subtitle: z.optional(Words),
    author: z.optional(filled(Contributor)),
    translator: z.optional(filled(Contributor)),
    publisher: z.optional(Contributor),
    language: filled(Language),
    modified: z.iso.datetime(),
    description: z.string(),
    subject: z.optional(filled(Subject)),
  }),
  links: filled(PlainLink).check(
    z.refine((links) => links.some(({ rel }) => rel?.startsWith('http://opds-spec.org/acquisition')), {
      error: 'no acquisition link',
    }),
  ),
  images: filled(PlainLink).check(
    z.refine((images) => images.some(({ type }) => /^image\/(jpeg|png|gif)$/.test(type)), { error: 'no picture' }),
  ),
})

const FeedMetadata = z.strictObject({
  title: Words,
  subtitle: z.optional(Words),
  modified: z.optional(z.iso.datetime()),
  numberOfItems: z.optional(Count),
  itemsPerPage: z.optional(Positive),
})

export const OpdsFeed = z
  .strictObject({
    metadata: FeedMetadata,
    links: filled(Link).check(
      z.refine((links) => links.some(({ rel }) => rel === 'self'), { error: 'no link to itself' }),
    ),
    navigation: z.optional(filled(TitledLink)),
    publications: z.optional(filled(OpdsPublication)),
    facets: z.optional(
      filled(z.strictObject({ metadata: FeedMetadata, links: filled(TitledLink).check(z.minLength(2)) })),
    ),
    groups: z.optional(
      filled(
        z.strictObject({ metadata: FeedMetadata, links: filled(PlainLink), publications: filled(OpdsPublication) }),
      ),
    ),
  })
  .check(
    z.refine(({ navigation, publications, groups }) => (navigation ?? publications ?? groups) !== undefined, {
      error: 'neither publications nor navigation nor groups',
    }),
  )

/**
 * The constraints of Authentication for OPDS 1.0 on the document that describes how to log in, for a site that offers
 * only HTTP Basic.
 */
export const OpdsAuthentication = z.strictObject({
  id: z.url(),
  title: Words,
  description: z.optional(Words),
  links: z.optional(filled(PlainLink)),
  authentication: filled(
    z.strictObject({
      type: z.literal('http://opds-spec.org/auth/basic'),
      labels: z.optional(z.strictObject({ login: Words, password: Words })),
    }),
  ),
})

export type OpdsLink = z.infer<typeof Link>
