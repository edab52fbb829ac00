import type { FastifyInstance } from 'fastify'
import type { Site } from '#shared/api/site.ts'
import { mountBookFiles } from '#server/reading/book-file/book-file-routes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { mountConnectFiles } from '#server/pages/connect/connect-picture-routes.ts'
import { mountKosync } from '#server/reading/e-reader/kosync/kosync-routes.ts'
import { mountOpds } from '#server/reading/e-reader/opds/opds-routes.ts'
import { mountHealth } from '#server/http/server/health.ts'
import type { PublicAnswers } from '#server/http/server/public-answers.ts'
import { mountMarkTiles } from '#server/map/marks/mark-tile-routes.ts'
import { mountProvider } from '#server/map/provider/provider-routes.ts'
import type { ProviderSource } from '#server/map/provider/provider-source.ts'
import { mountTiles } from '#server/map/tiles/tile-routes.ts'
import { mountUnsubscribe } from '#server/account/message/unsubscribe-route.ts'
import type { Bundle } from '#server/pages/rendering/bundle.ts'
import { mountBuiltFiles } from '#server/pages/rendering/built-files.ts'
import { mountPublicFiles } from '#server/pages/rendering/public-files.ts'
import { mountTagFiles } from '#server/pages/rendering/tag-picture-routes.ts'
import { mountPlaceFiles } from '#server/catalogue/place/page/place-picture-routes.ts'
import { mountRegionFiles } from '#server/pages/rendering/region-picture-routes.ts'
import { mountShelfMapFiles } from '#server/community/profile/shelf-map-routes.ts'
import { mountBookEntries } from '#server/reading/reader/book-entry-routes.ts'
import { mountPassagePictures } from '#server/reading/reader/passage-picture-routes.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { mountStoredFiles } from '#server/account/upload/stored-file-routes.ts'
import { mountUploads } from '#server/account/upload/upload-routes.ts'
import { mountVideoFiles } from '#server/catalogue/video/video-picture-routes.ts'
import { readProgramVersion } from './program-version.ts'
import type { Services } from './create-services.ts'

interface FileRouteParts {
  db: Db
  site: Site
  storage: Storage
  bundle: Bundle
  answers: PublicAnswers
  services: Services
  mapProvider: ProviderSource | null | undefined
}

/**
 * Mounts every route that is neither an API call nor a page: files, feeds, map tiles, catalogues for e-readers, uploads
 * and health probes.
 */
export async function mountFiles(app: FastifyInstance, parts: FileRouteParts) {
  const { db, site, storage, bundle, answers, services, mapProvider } = parts
  const { bookFiles, books } = services
  mountHealth(app, db, readProgramVersion())
  await mountUnsubscribe(app, db)
  mountBookFiles(app, { db, bookFiles })
  mountBookEntries(app, { db, books })
  mountPassagePictures(app, { db, site, answers, books })
  mountPublicFiles(app, { db, site, answers })
  mountOpds(app, { db, site, storage, answers })
  await mountKosync(app, db, books)
  mountVideoFiles(app, { db, site, answers })
  mountPlaceFiles(app, { db, site, answers })
  mountShelfMapFiles(app, { db, site, answers })
  mountRegionFiles(app, { db, site, answers })
  mountTagFiles(app, { db, site, answers })
  mountConnectFiles(app, { db, site, answers })
  if (mapProvider) mountProvider(app, mapProvider, site.publicUrl)
  mountTiles(app, site.map)
  mountMarkTiles(app, { db, answers })
  // When files are stored on this server, they are downloaded and uploaded through the site. An external object store
  // has URLs of its own.
  if (storage.target.endpoint.startsWith('/')) {
    mountStoredFiles(app, { db, storage })
    await mountUploads(app, { db, storage })
  }
  await mountBuiltFiles(app, { db, bundle, isReadOnly: site.isReadOnly })
}
