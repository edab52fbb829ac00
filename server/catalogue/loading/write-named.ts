import { v7 as newId } from 'uuid'
import { createUser } from '#server/account/user/create-user.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listRedirects } from '#server/catalogue/editing/redirects.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import { writeSetting } from '#server/platform/setting/write-setting.ts'
import type { Catalog } from './read-catalog.ts'
import { writeCatalogPlaces } from './write-catalog-places.ts'
import { writePeople } from './write-people.ts'

/**
 * Writes the tags, places and people of the catalogue, which its books refer to, and finds the editorial account. Must
 * run in a transaction. Returns the ids of the tags and places by name, the ids of the written people, and those of the
 * places whose further names changed.
 */
export async function writeNamed(db: Db, catalog: Catalog, siteName: string) {
  const editorId = await findEditorialAccount(db, `${siteName}编辑部`)
  const tagIds = await writeTags(db, catalog)
  const { placeIds, renamed } = await writeCatalogPlaces(db, catalog)
  const personIds = await writePeople(db, catalog.people, placeIds)
  return { editorId, tagIds, placeIds, personIds, renamed }
}

/**
 * Writes the tags of the catalogue into the database, except tags that editors changed. Returns the ids of the tags by
 * name; for a tag that was merged, the id of the surviving tag.
 */
async function writeTags(db: Db, { tags }: Catalog): Promise<Map<string, string | null>> {
  const redirects = await listRedirects(db, 'tag')
  const rows = Object.entries(tags).flatMap(([kind, names]) =>
    names.map((name) => ({ name, kind: kind as keyof typeof tags })),
  )
  const values = rows
    .map((row, position) => ({ id: newId(), ...row, position }))
    .filter(({ name }) => !redirects.has(name))
  if (values.length > 0)
    await db
      .insertInto('tag')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ kind: eb.ref('excluded.kind'), position: eb.ref('excluded.position') }))
          .where('tag.editedAt', 'is', null),
      )
      .execute()
  const stored = await db.selectFrom('tag').select(['id', 'name']).where('mergedInto', 'is', null).execute()
  return new Map([...redirects, ...stored.map(({ id, name }): [string, string] => [name, id])])
}

/**
 * Returns the id of the user account in whose name the catalogue's recommendations appear, and creates the account at
 * the first call. Nobody can log in to it.
 */
async function findEditorialAccount(db: Db, name: string): Promise<string> {
  const known = await readSetting(db, 'editorialAccount')
  if (known !== undefined) return known
  const id = (await createUser(db, { account: null, name, roles: ['editor'], isPublic: true })) as string
  await writeSetting(db, 'editorialAccount', id)
  return id
}
