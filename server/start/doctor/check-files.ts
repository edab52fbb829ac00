import type { Db } from '#server/platform/db/schema.ts'
import { requireOriginalSite } from '#server/http/site/own-site.ts'
import type { Installation } from '#server/http/site/site-identity.ts'
import { listMissingObjects, restoreFromTrash } from '#server/platform/storage/missing-objects.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { sweepStorage } from '#server/platform/storage/sweep-storage.ts'
import { listUnreferenced } from '#server/platform/storage/unreferenced-objects.ts'
import { type Finding, findingsAbout } from './finding.ts'

export interface StoredSite {
  db: Db
  storage: Storage
  installation: Installation
}

/** The number of missing files that a finding names. */
const named = 5

/**
 * Checks that every file to which a row refers is in the store. The repair puts back those missing files that are still
 * in the trash.
 */
export async function checkMissingFiles({ db, storage }: StoredSite): Promise<Finding[]> {
  const { ok, fault, repairable } = findingsAbout('缺少的文件')
  const missing = await listMissingObjects(db, storage)
  if (missing.length === 0) return [ok('头像、封面和正文的文件都在')]
  const inTrash = missing.filter(({ trashKey }) => trashKey !== undefined)
  const gone = missing.filter(({ trashKey }) => trashKey === undefined)
  const describe = (list: typeof missing) =>
    `${list
      .slice(0, named)
      .map(({ key, owner }) => `${owner}（${key}）`)
      .join('、')}${list.length > named ? '等' : ''}`
  return [
    ...(inTrash.length === 0
      ? []
      : [
          repairable(
            'fault',
            `有 ${inTrash.length} 个文件还有用，却在回收站（trash/）里：${describe(inTrash)}`,
            async () => `移回了 ${await restoreFromTrash(storage, inTrash)} 个文件`,
          ),
        ]),
    ...(gone.length === 0
      ? []
      : [
          fault(
            `有 ${gone.length} 个文件不在了：${describe(gone)}`,
            '有几个节点时，先看它们是不是共用一个文件夹或存储桶；再从备份里取回：解开归档（见 docs/operating.md），把 files/ 下同名的文件放回存储；取不回的由编辑重新上传',
          ),
        ]),
  ]
}

/**
 * Checks whether the store has files that nothing refers to and that are old enough to be removed. The job
 * `sweep-storage` removes them four times a day; the repair does the same at once.
 */
export async function checkUnusedFiles(
  { db, storage, installation }: StoredSite,
  now = new Date(),
): Promise<Finding[]> {
  const { ok, repairable } = findingsAbout('多余的文件')
  const counts = { uploads: 0, avatars: 0, covers: 0, texts: 0 }
  for (const kind of ['uploads', 'avatars', 'covers', 'texts'] as const)
    for await (const keys of listUnreferenced(db, storage, { kind, now })) counts[kind] += keys.length
  const { uploads, avatars, covers, texts } = counts
  if (uploads + avatars + covers + texts === 0) return [ok('没有')]
  const seen = `没有用到的文件：上传 ${uploads} 个、头像 ${avatars} 个、封面 ${covers} 个、正文 ${texts} 个，都已过了保留期`
  const repair = async () => {
    await requireOriginalSite({ db, storage, installation })
    const swept = await sweepStorage(db, storage, { now })
    const trashed = swept.avatars + swept.covers + swept.texts
    return `删去了 ${swept.uploads} 个上传的文件，其余 ${trashed} 个移进回收站（trash/），三十天后删除`
  }
  return [repairable('advice', seen, repair)]
}
