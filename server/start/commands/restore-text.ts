import { parseArgs } from 'node:util'
import { isId } from '#shared/id.ts'
import { replacedTextDays } from '#shared/replaced-text.ts'
import { listRestorable, restoreText } from '#server/reading/book-file/replaced-texts.ts'
import { readConfig } from '#server/start/config.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { openSite } from './open-site.ts'
import { runCommand } from './run-command.ts'

const usage = `用法：npm run restore-text -- [正文编号]
  不给编号  列出可以换回的旧正文（替换后留 ${replacedTextDays} 天）
  正文编号  把它换回；现在的一版代替它留着，再换一次就换回来`

await runCommand(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [fileId, ...others] = positionals
  if (others.length > 0 || (fileId !== undefined && !isId(fileId))) return 'usage'
  const { db, close } = await openSite(readConfig())
  try {
    if (fileId === undefined) await printRestorable(db)
    else await restore(db, fileId)
    return undefined
  } finally {
    await close()
  }
})

async function printRestorable(db: Db) {
  const list = await listRestorable(db)
  if (list.length === 0) console.log('没有可以换回的旧正文。')
  for (const { fileId, bookTitle, replacedAt, countCharacters, countFormer } of list)
    console.log(
      `${fileId}  《${bookTitle}》 ${replacedAt.toISOString().slice(0, 10)} 替换，现在 ${countCharacters} 字，旧的 ${countFormer} 字`,
    )
}

async function restore(db: Db, fileId: string) {
  const found = (await listRestorable(db)).find((one) => one.fileId === fileId)
  if (found === undefined) throw new Error('没有这个可以换回的旧正文。不给编号就列出全部。')
  await inTransaction(db, (db) => restoreText(db, null, found))
  console.log(`《${found.bookTitle}》已换回旧的正文，${found.countFormer} 字。`)
}
