import { PageHead } from '#web/frame/page/page-head.tsx'
import { api } from '#web/frame/session/session.ts'
import { AnswerPlaceholder } from '#web/ui/answer-placeholder.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { BackupSection } from './backup-section.tsx'
import { JobSection } from './job-section.tsx'
import { ReplicaSection } from './replica-section.tsx'
import './system-page.css'

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
