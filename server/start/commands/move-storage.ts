import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/start/config.ts'
import { moveSiteFiles } from '#server/http/site/move-site-files.ts'
import { makeDirectory } from '#server/platform/storage/make-directory.ts'
import { openObjectStore } from '#server/platform/storage/open-object-store.ts'
import { runCommand } from './run-command.ts'

const usage = `用法：npm run move-storage -- 从哪里 到哪里
  local（DATA_DIR/storage）、s3、cos（设置里的存储桶）、s3://存储桶、cos://存储桶，或带 / 的文件夹。
  只复制，不删除；站点可以照常运行。中断后再运行一次，会接着做。`

/** After this many copied objects a line of progress is printed. */
const reportEvery = 200

/** `npm run move-storage -- FROM TO` copies all files of the site to another object store and verifies them. */
await runCommand(usage, async (signal) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const config = readConfig()
  const [from, to] = positionals.map((name) => openObjectStore(name, config))
  if (from === undefined || to === undefined || positionals.length !== 2) return 'usage'
  if (from.address === to.address) throw new Error('两个存储是同一个，没有可复制的。')
  await makeDirectory(config.dataDirectory)
  const id = createHash('sha256').update(`${from.address}\n${to.address}`).digest('hex').slice(0, 12)
  const journal = join(config.dataDirectory, `move-storage-${id}.txt`)
  const { copied, bytes } = await moveSiteFiles({
    from: from.store,
    to: to.store,
    journal,
    signal,
    onCopied: ({ copied }) => copied % reportEvery === 0 && console.log(`已复制 ${copied} 个……`),
  })
  console.log(`这次复制了 ${copied} 个文件（${(bytes / 1e6).toFixed(1)} MB），逐个核对过；${to.address} 已完整。`)
  console.log(`现在改 STORAGE 等设置，重新启动站点，再运行一次这条命令，补上其间写入的文件。核对记录在 ${journal}。`)
  return undefined
})
