import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { EditResult, LastEdit, MergePair, Version } from '#shared/api/editing.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { LifeYear } from '#shared/api/year.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Id, name, text } from '#shared/api/text.ts'
import { Person } from './person.ts'
import { PersonDraft, StoredPerson } from './person-draft.ts'

/** A person as the lists of the admin pages and the form fields for choosing a person show them. */
export const PersonOption = z.strictObject({
  id: Id,
  name: z.string(),
  names: described('Up to six of the person’s further names.', z.array(z.string())),
  born: z.nullable(LifeYear),
  died: z.nullable(LifeYear),
  countBooks: described('The number of books that name the person, in any role.', z.int()),
})
export type PersonOption = z.infer<typeof PersonOption>

/** A person with all data that the edit form needs. */
export const EditedPerson = z.strictObject({
  id: Id,
  version: Version,
  person: StoredPerson,
  works: Person.shape.works,
  lastEdit: z.nullable(LastEdit),
})
export type EditedPerson = z.infer<typeof EditedPerson>

/** A name that several people have, with all these people. */
export const Namesakes = z.strictObject({
  name: z.string(),
  personId: described(
    'The person to whom a book that credits the name is linked; null for a name that nobody has yet.',
    z.nullable(Id),
  ),
  people: described(
    'All people with the name as their main, further or former name; the one of `personId` comes first.',
    z.array(PersonOption),
  ),
})
export type Namesakes = z.infer<typeof Namesakes>

/** The API calls with which editors manage people. Their names begin with `person.`, as those in `person.ts` do. */
export const personAdmin = {
  adminList: endpoint({
    method: 'POST',
    path: '/admin/person/list',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List people by a part of any of their names, or by id, sorted by name',
    input: z.object({ query: z._default(text(0, 60), ''), ...paging }),
    output: pageOf(PersonOption),
  }),
  find: endpoint({
    method: 'POST',
    path: '/admin/person/find',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Find at most eight people by a part of any of their names, exact matches and prolific people first',
    input: z.object({ query: text(1, 60) }),
    output: z.strictObject({ list: z.array(PersonOption) }),
  }),
  named: endpoint({
    method: 'POST',
    path: '/admin/person/named',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the people who have each of the given names; names such as 佚名, which are nobody’s, are left out',
    input: z.object({ names: z.array(name(60)).check(z.maxLength(64, '一次最多 64 个名字')) }),
    output: z.strictObject({ list: z.array(Namesakes) }),
  }),
  inspect: endpoint({
    method: 'GET',
    path: '/admin/person/{id}',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get one person for editing',
    input: z.object({ id: Id }),
    output: EditedPerson,
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/person/create',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Create a person',
    input: z.object({ person: PersonDraft }),
    output: EditResult,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/person/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Change a person; refused if the person was changed since `version` was read',
    input: z.object({ id: Id, version: Version, person: PersonDraft }),
    output: EditResult,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/admin/person/remove',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Delete a person; refused while a book or an edition names them',
    input: z.object({ id: Id }),
    output: EditResult,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/admin/person/merge',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Merge one person into another, who receives all books, names and places; the old address redirects',
    input: z.object(MergePair),
    output: EditResult,
  }),
}
