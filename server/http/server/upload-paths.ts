import { apiPrefix } from '#shared/api/api-prefix.ts'
import { importPartBytes, maxImportBytes } from '#shared/import-size.ts'

const binary = (type: string) => ({
  required: true,
  content: { [type]: { schema: { type: 'string', format: 'binary' } } },
})
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })

/** The OpenAPI paths of the routes that receive files. They are no API calls, because their bodies are no JSON. */
export const uploadPaths = {
  [`${apiPrefix}/library/import/{id}/{part}`]: {
    put: {
      operationId: 'library.uploadPart',
      tags: ['library'],
      summary: 'Upload one part of a file that is to be imported',
      description: `For editors. A file of at most ${maxImportBytes} bytes is sent in parts of ${importPartBytes} bytes, of which the last may be shorter; \`library.judge\` then checks the file. A part may be sent again. At most 1200 parts a minute from one IP address.`,
      security: [{ token: [] }],
      parameters: [
        inPath('id', {
          type: 'string',
          format: 'uuid',
          description: 'An id that the client has chosen for the import.',
        }),
        inPath('part', {
          type: 'integer',
          minimum: 0,
          maximum: maxImportBytes / importPartBytes - 1,
          description: 'The position of the part in the file, counted from 0.',
        }),
      ],
      requestBody: binary('application/octet-stream'),
      responses: {
        200: { description: 'Success' },
        default: {
          description: 'Failure',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  },
  '/storage/{key}': {
    put: {
      operationId: 'storage.upload',
      tags: ['storage'],
      summary: 'Upload a picture with the permit that `auth.cosSign` returned',
      description:
        'Only where the site stores its files itself; otherwise the permit names the URL of an external object store. The request is signed as for Tencent COS: the header `authorization` has the signature, made with the permit’s `tmpSecretKey`, and `x-cos-security-token` has its `sessionToken`. At most 120 uploads a minute from one IP address.',
      parameters: [inPath('key', { type: 'string', description: 'The `key` of the permit; it contains slashes.' })],
      requestBody: binary('image/*'),
      responses: {
        200: { description: 'Success; the key may now be saved as a cover or profile picture' },
        default: {
          description: 'Failure, as an XML document with a `Code` and a `Message`',
          content: { 'application/xml': {} },
        },
      },
    },
  },
}
