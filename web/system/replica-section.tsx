import type { SystemReplica } from '#shared/api/system.ts'

const states = { current: '跟得上', behind: '落后了', away: '没有回应', primary: '现在是主库' }

/** Shows the replicas of the database that answer public reads, and says what happens where one does not. */
export function ReplicaSection({ replicas }: { replicas: SystemReplica[] }) {
  if (replicas.length === 0) return null
  const used = replicas.filter(({ state }) => state === 'current').length
  return (
    <section aria-labelledby="replicas">
      <h2 id="replicas">数据库的备机</h2>
      <p className={used === 0 ? 'system-warning' : 'form-note'}>
        {used === 0
          ? '现在没有能用的备机，公开的页面都由主库回答。请看备机是否在运行，复制有没有中断。'
          : '公开的页面由跟得上的备机回答，别的由主库回答。'}
      </p>
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
