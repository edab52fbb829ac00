import type { Db } from '#server/platform/db/schema.ts'
import { ReadReplicas } from '#server/platform/replica/read-replicas.ts'
import { type Finding, findingsAbout } from './finding.ts'

const silent = { found: () => undefined, lost: () => undefined }

/** Checks whether the replicas of the database answer and have all changes of the primary. Writes nothing. */
export async function checkReplicas(primary: Db, urls: string[]): Promise<Finding[]> {
  const { ok, advice, fault } = findingsAbout('备机')
  const connections = urls.map((connectionString) => ({ connectionString }))
  const replicas = new ReadReplicas(primary, connections, { poolSize: 1, listener: silent })
  try {
    await replicas.start()
    return (await replicas.list()).map(({ name, state, behindBytes }) => {
      if (state === 'current') return ok(`${name} 跟得上主库`)
      if (state === 'primary') return advice(`${name} 现在是主库，不会用来读`, '故障转移之后是这样的，备机恢复了就好')
      if (state === 'away') return fault(`${name} 没有回应`, '检查 DATABASE_READ_URL、备机的日志和它的访问规则')
      return advice(`${name} 比主库落后 ${behindBytes ?? '不知多少'} 字节，现在不会用来读`, '看备机的复制有没有中断')
    })
  } finally {
    await replicas.stop()
  }
}
