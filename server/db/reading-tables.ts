import type { Generated } from 'kysely'
import type { Annotation } from '#shared/api/annotation.ts'

/** How far readers have come, and what they marked. */
export interface ReadingTables {
  reading: ReadingTable
  annotation: AnnotationTable
}

interface ReadingTable {
  userId: string
  bookId: string
  fileId: string
  locator: string
  fraction: number
  updatedAt: Date
  deviceId: string
  device: string
  version: Generated<number>
}

interface AnnotationTable extends Omit<Annotation, 'createdAt' | 'updatedAt'> {
  userId: string
  bookId: string
  createdAt: Date
  updatedAt: Date
}
