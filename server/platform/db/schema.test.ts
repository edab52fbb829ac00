import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../../test/test-database.ts'
import type { Database } from './schema.ts'

test('schema.ts matches the schema that the migrations create', async (t) => {
  const { connection, drop } = await createTestDatabase()
  t.after(drop)
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{
    table: string
    columns: string[]
  }>(`select table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public' and table_name <> 'migration'
      and not exists (select from pg_inherits where inhrelid = table_name::regclass) group by table_name order by table_name`)
  await client.end()
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  assert.deepEqual(
    Object.fromEntries(rows.map(({ table, columns }) => [camel(table), columns.map(camel).sort()])),
    Object.fromEntries(
      Object.entries(declared)
        .map(([table, columns]) => [table, [...columns].sort()])
        .sort(),
    ),
  )
})

test('every foreign key has an index, so that deleting the row it refers to reads no whole table', async (t) => {
  const { connection, drop } = await createTestDatabase()
  t.after(drop)
  const client = new pg.Client(connection)
  await client.connect()
  // A partial index serves if it leaves out null values only.
  const { rows } = await client.query<{ key: string }>(
    `select conrelid::regclass || '(' || string_agg(attname, ', ' order by number) || ')' as key
     from pg_constraint cross join unnest(conkey) with ordinality as part (attribute, number)
       join pg_attribute on attrelid = conrelid and attnum = attribute
     where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
       and not exists (
         select from pg_index
         where indrelid = conrelid and indisvalid and indkey[0] = conkey[1]
           and (indpred is null or pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
     group by pg_constraint.oid, conrelid order by key`,
  )
  await client.end()
  assert.deepEqual(
    rows.map(({ key }) => key),
    [],
  )
})

/**
 * The columns that schema.ts declares for each table. The type of this constant causes a type error if a column is
 * missing or superfluous.
 */
const declared: { [Table in keyof Database]: (keyof Database[Table])[] } = {
  user: [
    'id',
    'name',
    'email',
    'phoneNumber',
    'passwordHash',
    'avatarKey',
    'bio',
    'roles',
    'createdAt',
    'suspendedAt',
    'suspendReason',
    'deletedAt',
    'isPublic',
    'mapIsPublic',
    'publicYears',
  ],
  book: [
    ...([
      'id',
      'catalogKey',
      'catalogHash',
      'title',
      'subtitle',
      'originalTitle',
      'originalLanguage',
      'authors',
    ] as const),
    ...(['publishedYear', 'cover', 'desc', 'eraFrom', 'eraTo', 'free', 'countComments'] as const),
    ...([
      'countSave',
      'likes',
      'views',
      'countRated',
      'sumRated',
      'score',
      'popularity',
      'createTime',
      'editedAt',
    ] as const),
  ],
  person: [
    ...(['id', 'catalogKey', 'catalogHash', 'name', 'bornYear', 'bornCirca', 'diedYear', 'diedCirca'] as const),
    ...(['ancestral', 'desc', 'createTime', 'editedAt'] as const),
  ],
  personName: ['personId', 'name', 'kind', 'position'],
  personPlace: ['personId', 'position', 'placeId', 'kind', 'fromYear', 'toYear'],
  bookAuthor: ['bookId', 'position', 'personId', 'bookPopularity'],
  edition: [
    ...(['id', 'bookId', 'position', 'title', 'translators', 'editors', 'illustrators', 'translatedFrom'] as const),
    ...(['publisher', 'year', 'isbn13', 'pages', 'language', 'cover', 'source', 'createTime'] as const),
  ],
  editionPerson: ['editionId', 'role', 'position', 'personId'],
  bookRelation: [...(['fromBookId', 'toBookId', 'kind', 'sentence', 'catalogHash', 'editedAt', 'removedAt'] as const)],
  placeName: ['placeId', 'name', 'kind', 'position'],
  tag: ['id', 'name', 'kind', 'position', 'count', 'editedAt', 'mergedInto'],
  bookTag: ['bookId', 'tagId', 'bookPopularity', 'bookScore', 'bookCreateTime'],
  place: ['id', 'name', 'lng', 'lat', 'country', 'province', 'x', 'y', 'mortonCode', 'editedAt', 'mergedInto'],
  bookPlace: ['bookId', 'placeId', 'kind', 'sentence', 'quotedFrom', 'bookPopularity'],
  mark: [
    ...(['itemId', 'placeId', 'itemType', 'kind', 'x', 'y', 'mortonCode', 'popularity', 'tagIds'] as const),
    ...(['firstPeriod', 'lastPeriod'] as const),
  ],
  markTile: ['z', 'tile'],
  markCell: [
    'tagId',
    'z',
    'cell',
    'count',
    'countMarks',
    'sumX',
    'sumY',
    'minMortonCode',
    'maxMortonCode',
    'begun',
    'ended',
  ],
  placeTagCount: ['tagId', 'placeId', 'count', 'begun', 'ended'],
  placeCount: ['placeId', 'country', 'province', 'countBooks'],
  sitemapPage: ['id', 'noun', 'number', 'file', 'changedAt'],
  placeRegion: ['country', 'province', 'countPlaces'],
  tour: ['id', 'catalogKey', 'catalogHash', 'title', 'desc', 'position', 'createTime', 'editedAt'],
  tourStop: ['tourId', 'position', 'title', 'text', 'lng', 'lat', 'zoom', 'placeId', 'bookId'],
  route: ['id', 'catalogKey', 'catalogHash', 'name', 'kind', 'period', 'desc', 'lines', 'createTime'],
  routeBook: ['routeId', 'bookId', 'position'],
  recommendation: [
    ...(['id', 'userId', 'bookId', 'reason', 'title', 'authors', 'folded', 'isbn13', 'tagIds', 'places'] as const),
    ...(['cover', 'link', 'status', 'reviewNote', 'reviewedBy', 'createTime', 'updateTime', 'submitTime'] as const),
    ...(['former', 'claimedBy', 'claimTime', 'voice'] as const),
  ],
  setting: ['name', 'value'],
  session: ['id', 'network', 'tokenHash', 'userId', 'userAgent', 'createdAt', 'lastUsedAt', 'confirmedAt', 'expiresAt'],
  verificationCode: [
    'id',
    'account',
    'address',
    'purpose',
    'isSent',
    'codeHash',
    'attempts',
    'createdAt',
    'expiresAt',
    'usedAt',
    'isFromOwner',
  ],
  ticket: ['tokenHash', 'account', 'purpose', 'expiresAt'],
  rateLimit: ['key', 'calls', 'endsAt'],
  asset: ['name', 'body', 'usedAt'],
  usedProof: ['signature', 'expiresAt'],
  knownDevice: ['userId', 'device', 'lastUsedAt'],
  knownAddress: ['userId', 'addressHash', 'lastUsedAt'],
  failedAttempt: ['id', 'key', 'failedAt'],
  searchBook: ['bookId', 'folded', 'pinyin', 'names', 'tokens', 'weight', 'people', 'tier'],
  searchName: ['kind', 'id', 'name', 'variant', 'syllables', 'folded', 'pinyin', 'tokens', 'weight', 'tier'],
  searchWord: ['variant', 'word'],
  searchAlias: ['folded', 'alias', 'name', 'isActive', 'createTime'],
  searchMiss: ['folded', 'query', 'count', 'lastTime'],
  video: [
    'id',
    'title',
    'source',
    'cover',
    'desc',
    'countComments',
    'countSave',
    'likes',
    'views',
    'countRated',
    'sumRated',
    'score',
    'popularity',
    'createTime',
  ],
  videoTag: ['videoId', 'tagId'],
  videoPlace: ['videoId', 'placeId', 'kind', 'sentence', 'quotedFrom'],
  searchVideo: ['videoId', 'folded', 'pinyin', 'names', 'tokens'],
  comment: [
    'id',
    'itemType',
    'itemId',
    'parentId',
    'replyTo',
    'userId',
    'content',
    'state',
    'heldReason',
    'deletedReason',
    'likes',
    'countReplies',
    'createTime',
  ],
  itemLike: ['userId', 'itemType', 'itemId', 'createTime'],
  itemSave: ['userId', 'itemType', 'itemId', 'createTime'],
  rating: ['userId', 'itemType', 'itemId', 'score', 'updateTime'],
  shelf: ['userId', 'bookId', 'state', 'day', 'note', 'updateTime'],
  report: ['id', 'userId', 'commentId', 'reason', 'outcome', 'createTime'],
  message: ['id', 'userId', 'kind', 'actorId', 'countActors', 'itemType', 'itemId', 'excerpt', 'isRead', 'createTime'],
  pendingLogin: ['tokenHash', 'userId', 'expiresAt'],
  passkey: [
    'id',
    'userId',
    'credentialId',
    'publicKey',
    'counter',
    'transports',
    'isSynced',
    'name',
    'createdAt',
    'lastUsedAt',
  ],
  passkeyChallenge: ['challenge', 'userId', 'expiresAt'],
  totp: ['userId', 'secret', 'confirmedAt', 'lastTimeStep'],
  recoveryCode: ['userId', 'codeHash', 'usedAt'],
  messageActor: ['messageId', 'actorId'],
  messagePreference: ['userId', 'muted', 'digest', 'digestSentUntil', 'digestDueAt'],
  readingProgress: ['userId', 'bookId', 'fileId', 'locator', 'fraction', 'updatedAt', 'deviceId', 'device', 'version'],
  annotation: [
    ...(['userId', 'id', 'bookId', 'fileId', 'kind', 'color', 'locator', 'fraction', 'quote'] as const),
    ...(['chapter', 'note', 'createdAt', 'updatedAt', 'isDeleted'] as const),
  ],
  readingTime: ['userId', 'day', 'bookId', 'counterId', 'seconds', 'characters', 'updatedAt'],
  readingTimeChoice: ['userId', 'isOn', 'generation'],
  bookFile: [
    ...(['id', 'bookId', 'format', 'language', 'title', 'size', 'sha256', 'storageKey', 'convertedFrom'] as const),
    ...(['rights', 'source', 'originalSha256', 'countCharacters', 'createTime'] as const),
  ],
  libraryImport: ['id', 'editorId', 'name', 'parts', 'jobId', 'verdict', 'result', 'createTime'],
  replacedText: [
    ...(['fileId', 'successorSha256', 'replacedAt', 'language', 'title', 'size', 'sha256', 'storageKey'] as const),
    ...(['rights', 'source', 'originalSha256', 'countCharacters', 'textSize', 'textSha256', 'textKey'] as const),
  ],
  uploadReservation: ['id', 'prefix', 'key', 'expiresAt'],
  kosyncAccount: ['userId', 'username', 'keyHash', 'createdAt', 'lastUsedAt'],
  kosyncProgress: ['userId', 'document', 'progress', 'percentage', 'device', 'deviceId', 'updatedAt'],
  kosyncDocument: ['document', 'sha256', 'bookId', 'fileId'],
  audit: ['id', 'actorId', 'action', 'targetType', 'targetId', 'detail', 'createTime', 'undoneAt'],
  job: [
    ...(['id', 'name', 'key', 'payload', 'state', 'progress', 'message', 'result', 'attempts'] as const),
    ...(['attemptId', 'worker', 'createTime', 'startTime', 'endTime'] as const),
  ],
  recentView: ['itemType', 'itemId', 'viewer', 'viewedAt'],
  bookOfDay: ['day', 'bookId'],
  placeOfDay: ['day', 'placeId'],
  jobWorker: ['name', 'seenAt'],
  redirect: ['noun', 'oldKey', 'targetId'],
  merge: ['id', 'noun', 'loserId', 'winnerId', 'loserRow', 'filledValues', 'undoneAt'],
  mergeRow: ['id', 'mergeId', 'tableName', 'loserRow', 'winnerRow', 'resultRow', 'userId'],
  largeChange: [
    ...(['id', 'noun', 'kind', 'targetId', 'loserId', 'mergeId', 'names', 'total', 'done'] as const),
    ...(['itemType', 'cursor', 'unindexed', 'jobId', 'endedAt'] as const),
  ],
}
