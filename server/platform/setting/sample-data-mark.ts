import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from './setting-queries.ts'
import { writeSetting } from './write-setting.ts'

const setting = 'sample-data'

/** Records in the database that it holds the sample accounts for development, whose password everybody knows. */
export function markSampleData(db: Db) {
  return writeSetting(db, setting, 'added')
}

/** Throws an error with a Chinese message when the database holds the sample accounts of development. */
export async function refuseSampleData(db: Db) {
  if ((await readSetting(db, setting)) === undefined) return
  throw new Error(
    '这个数据库里有 npm run dev 加入的示例账号，它们的密码人人知道，不能用来开站。请换一个空的数据目录（DATA_DIR）或数据库（DATABASE_URL）。',
  )
}
