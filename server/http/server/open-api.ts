import { z } from 'zod'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { contract } from '#shared/contract/contract.ts'
import { describeFields, type FieldSchema } from '#shared/contract/describe-fields.ts'
import type { Contract, Endpoint } from '#shared/api/endpoint.ts'
import { failures } from '#shared/api/failure.ts'
import { Challenge } from '#shared/api/proof.ts'
import type { Site } from '#shared/api/site.ts'
import { uploadPaths } from './upload-paths.ts'

/** Returns the API contract as an OpenAPI 3.1 document. */
export function describeApi(site: Site): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [noun, rows] of Object.entries(contract as Contract)) {
    for (const [verb, endpoint] of Object.entries(rows)) {
      const path = apiPrefix + endpoint.path
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(noun, verb, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: site.name,
      version: '1',
      description: 'Every answer is `{code, data, message}`; it is a success only if `code` is 0.',
    },
    servers: [{ url: site.publicUrl }],
    paths: { ...paths, ...uploadPaths },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema },
    },
  }
}

function operation(noun: string, verb: string, endpoint: Endpoint) {
  const { method, path, access, summary, input, output } = endpoint
  // A call whose verb is `tags`, such as `book.tags`, lists tags, so its fields get the descriptions of the fields of a
  // tag.
  const subject = verb === 'tags' ? verb : noun
  const inputSchema = toJsonSchema(input, 'input', subject)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const body = method === 'GET' ? undefined : describeBody(inputSchema, inPath)
  const properties = Object.entries(inputSchema.properties ?? {})
  const parameters = properties
    .filter(([name]) => inPath.includes(name) || method === 'GET')
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || (inputSchema.required ?? []).includes(name),
      schema,
    }))
  return {
    operationId: `${noun}.${verb}`,
    tags: [noun],
    summary,
    ...describeLimits(endpoint),
    ...(access === 'anyone' ? {} : { security: [{ token: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: { description: 'Success', content: json(envelope(toJsonSchema(output, 'output', subject))) },
      default: { description: 'Failure', content: json({ $ref: '#/components/schemas/Failure' }) },
    },
  }
}

/** Returns in sentences who may make an API call and how often; without limits, no description. */
function describeLimits({ access, rate, requiresConfirmation }: Endpoint): { description?: string } {
  const limits = [
    access !== 'anyone' && `For ${access}s.`,
    requiresConfirmation && 'The user must have confirmed their identity within half an hour.',
    rate !== null && `At most ${rate} calls a minute from one IP address.`,
  ].filter((sentence) => typeof sentence === 'string')
  return limits.length > 0 ? { description: limits.join(' ') } : {}
}

/**
 * Returns the OpenAPI description of the request body of an API call, or undefined when all input is in the path. The
 * parameters of the path may be repeated in the body but are optional there.
 */
function describeBody(input: JsonSchema, inPath: string[]) {
  if (Object.keys(input.properties ?? {}).every((name) => inPath.includes(name))) return undefined
  const required = (input.required ?? []).filter((name) => !inPath.includes(name))
  const { required: _, ...rest } = input
  return { required: required.length > 0, content: json(required.length > 0 ? { ...rest, required } : rest) }
}

interface JsonSchema extends FieldSchema {
  required?: string[]
}

/**
 * Returns the input or output of an API call as a JSON schema in which every field has a description. `noun` is the
 * kind of object, such as `book`, that the fields describe.
 */
function toJsonSchema(schema: Endpoint['input'], io: 'input' | 'output', noun: string): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  describeFields(rest as JsonSchema, noun)
  return rest as JsonSchema
}

function json(schema: object) {
  return { 'application/json': { schema } }
}

function envelope(data: object) {
  return {
    type: 'object',
    required: ['code', 'data', 'message'],
    properties: {
      code: { const: 0, description: 'Zero, for a success.' },
      data: { description: 'The answer of the call.', ...data },
      message: { type: 'string', description: 'Chinese, for the reader.' },
    },
  }
}

const failureSchema = {
  type: 'object',
  required: ['code', 'httpCode', 'message', 'requestId', 'data'],
  properties: {
    code: { enum: Object.values(failures).map(({ code }) => code), description: 'The kind of failure.' },
    httpCode: { enum: Object.values(failures).map(({ status }) => status), description: 'The HTTP status.' },
    message: { type: 'string', description: 'Chinese, for the reader.' },
    requestId: { type: 'string', description: 'The id of the request, under which the log has the failure.' },
    data: {
      description: 'What a client can act on, or null.',
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          properties: {
            fields: {
              type: 'object',
              description: 'What is wrong with each field, in Chinese, by the path of the field.',
              additionalProperties: { type: 'string' },
            },
            retryAfter: { type: 'integer', description: 'After how many seconds the call may be repeated.' },
            challenge: {
              ...toJsonSchema(Challenge, 'output', 'challenge'),
              description: 'The work to do before the call is repeated.',
            },
          },
        },
      ],
    },
  },
}
