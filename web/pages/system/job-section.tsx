import type { SystemJob } from '#shared/api/system.ts'
import { timeText } from '#web/ui/time-text.ts'

const names: Record<string, string> = {
  'forget-jobs': '清理旧任务',
  'large-change': '大批改动',
  'resume-large-changes': '接着做大批改动',
  'library.judge': '看一份书稿',
  'library.keep': '导入书稿',
  'index-books': '更新检索',
  'learn-from-choices': '统计检索后点开的书',
  'sweep-search': '整理检索记录',
  'sweep-accounts': '清理过期的登录和验证码',
  'choose-today': '选定今天的书和地方',
  'sweep-views': '整理浏览记录',
  'sweep-storage': '清理无用的文件',
  'send-digests': '寄消息邮件',
  'make-backup': '备份',
}
const states = { queued: '等着', running: '正在做', done: '已完成', failed: '没有做成' }

/** Lists the newest background jobs of all nodes. */
export function JobSection({ jobs, onReload }: { jobs: SystemJob[]; onReload: () => void }) {
  return (
    <section aria-labelledby="jobs">
      <h2 id="jobs">后台任务</h2>
      <p className="form-note">站点自己做的事，每件在一个节点上做；节点停掉了，别的节点接着做。</p>
      <ul className="system-list">
        {jobs.map((job) => (
          <li key={job.id} data-state={job.state}>
            <span>{nameOf(job)}</span>
            <span>{stateText(job)}</span>
            <span>{timeText(job.endTime ?? job.createTime)}</span>
            {/* The message of a finished job is the last step that the job reported, which is over. */}
            {job.state !== 'done' && job.message !== '' && <span className="system-name">{job.message}</span>}
          </li>
        ))}
      </ul>
      {jobs.length === 0 && <p>还没有任务。</p>}
      <p>
        <button type="button" className="button button-quiet" onClick={onReload}>
          刷新
        </button>
      </p>
    </section>
  )
}

/** Names a job in Chinese; the name of the job that rebuilds the search index ends in the number of its format. */
function nameOf({ name }: SystemJob): string {
  return names[name] ?? (name.startsWith('rebuild-search-') ? '重建检索' : name)
}

function stateText({ state, progress, attempts }: SystemJob): string {
  if (state === 'running') return `${states.running} ${Math.round(progress * 100)}%`
  return state === 'failed' && attempts > 1 ? `${states.failed}（试了 ${attempts} 次）` : states[state]
}
