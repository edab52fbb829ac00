import { bookFieldMeanings } from './book-field-meanings.ts'
import { commonFieldMeanings } from './common-field-meanings.ts'
import { communityFieldMeanings } from './community-field-meanings.ts'
import { fieldSubjects } from './field-subjects.ts'
import { placeFieldMeanings } from './place-field-meanings.ts'

/** A JSON schema as Zod writes it, as far as it contains further schemas. */
export interface FieldSchema {
  description?: string
  properties?: Record<string, FieldSchema>
  items?: FieldSchema | false
  additionalProperties?: FieldSchema | boolean
  anyOf?: FieldSchema[]
  allOf?: FieldSchema[]
  prefixItems?: FieldSchema[]
}

const meanings = { ...commonFieldMeanings, ...bookFieldMeanings, ...communityFieldMeanings, ...placeFieldMeanings }

/**
 * Gives every field of a JSON schema that has no description the meaning of its name. `subject` names what the object
 * is about: the noun of a call, or the field that contains the object. The schema is changed in place.
 */
export function describeFields(schema: FieldSchema, subject: string) {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const meaning = meanings[`${subject}.${name}`] ?? meanings[name]
    if (field.description === undefined && meaning !== undefined)
      field.description = meaning.replace('{of}', fieldSubjects[subject] ?? `the ${subject}`)
    // The entries of a list in an answer are about the noun of the call.
    describeFields(field, name === 'list' ? subject : name)
  }
  const parts = [schema.items, schema.additionalProperties, schema.anyOf, schema.allOf, schema.prefixItems].flat()
  for (const part of parts) if (typeof part === 'object') describeFields(part, subject)
}
