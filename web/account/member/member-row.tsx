import type { Member } from '#shared/api/account/member.ts'
import { formatTime } from '#web/ui/time-text.ts'

/** Line for one user on the admin page that lists all users. */
export function MemberRow({ member, onOpen }: { member: Member; onOpen: () => void }) {
  const { name, email, phoneNumber, createdAt, lastSeenAt, suspendReason, deletedAt } = member
  const reached = [email, phoneNumber].filter(Boolean).join(' · ')
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {badgesOf(member).map((badge) => (
          <span key={badge} className="badge">
            {badge}
          </span>
        ))}
        {reached && <p>{reached}</p>}
        {suspendReason && <p>停用的原因：{suspendReason}</p>}
        <p>
          {formatTime(createdAt)}加入
          {deletedAt
            ? `，${formatTime(deletedAt)}注销`
            : lastSeenAt
              ? `，最近 ${formatTime(lastSeenAt)}来过`
              : '，没有登录着'}
        </p>
      </div>
      {deletedAt === null && (
        <button type="button" className="button button-quiet" aria-label={`管理：${name}`} onClick={onOpen}>
          管理
        </button>
      )}
    </li>
  )
}

function badgesOf({ roles, hasTotp, suspendedAt, deletedAt }: Member): string[] {
  return [
    ...(roles.includes('admin') ? ['管理员'] : []),
    ...(roles.includes('editor') ? ['编辑'] : []),
    ...(hasTotp ? ['两步验证'] : []),
    ...(suspendedAt === null ? [] : ['已停用']),
    ...(deletedAt === null ? [] : ['已注销']),
  ]
}
