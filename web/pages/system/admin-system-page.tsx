import { PageHead } from '#web/frame/page/page-head.tsx'
import { api } from '#web/frame/session/session.ts'
import { AnswerPlaceholder } from '#web/ui/answer-placeholder.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { BackupSection } from './backup-section.tsx'
import { JobSection } from './job-section.tsx'
import type { SystemReplica } from '#shared/api/system.ts'
import './system-page.css'

const states = { current: '跟得上', behind: '落后了', away: '没有回应', primary: '现在是主库' }

const showSystem = (signal?: AbortSignal) => api.system.show({}, signal)

/** Admin page with the version of the site, the replicas of its database, its backups and its background jobs. */
export function Component() {
  const { data, message, reload } = useAnswer(showSystem)
  return (
    <div className="system-page">
      <PageHead title="系统" description="备份与后台任务。" path={null} />
      <h1>系统</h1>
      {data === undefined ? (
        <AnswerPlaceholder message={message} />
      ) : (
        <>
          <p className="form-note">版本 {data.version}</p>
          <BackupSection backups={data.backups} jobs={data.jobs} onChange={reload} />
          <ReplicaSection replicas={data.replicas} />
          <JobSection jobs={data.jobs} onReload={reload} />
        </>
      )}
    </div>
  )
}

/**
 * Shows the replicas of the database, which answer public reads, and explains what happens if one of them is not
 * available.
 */
function ReplicaSection({ replicas }: { replicas: SystemReplica[] }) {
  if (replicas.length === 0) return null
  return (
    <section aria-labelledby="replicas">
      <h2 id="replicas">数据库的备机</h2>
      <ReplicaNote replicas={replicas} />
      <ul className="system-list">
        {replicas.map(({ name, state, behindBytes }) => (
          <li key={name} data-state={state === 'away' ? 'failed' : undefined}>
            <span>{name}</span>
            <span>{states[state]}</span>
            <span>{behindBytes ? `差 ${Math.ceil(behindBytes / 1024)} KB` : ''}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReplicaNote({ replicas }: { replicas: SystemReplica[] }) {
  const has = (wanted: SystemReplica['state']) => replicas.some(({ state }) => state === wanted)
  if (has('current')) return <p className="form-note">公开的页面由跟得上的备机回答，别的由主库回答。</p>
  if (has('behind'))
    return (
      <p className="form-note">
        备机还没有跟上，公开的页面暂时由主库回答，跟上以后会自动用起来。一直跟不上，请看备机忙不忙，复制有没有中断。
      </p>
    )
  return <p className="system-warning">没有能用的备机，公开的页面都由主库回答。请看备机是否在运行，能不能连上。</p>
}
