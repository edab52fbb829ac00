import { useState } from 'react'
import type { Digest, MessagePreference, MutableGroup } from '#shared/api/community/message.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { sendLatest } from '#web/ui/send-latest.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'

const askPreference = (signal?: AbortSignal) => api.message.showPreference({}, signal)
const groups: [MutableGroup, string][] = [
  ['reply', '有人回复我'],
  ['like', '有人赞我的评论'],
  ['recommend', '我的推荐有了结果'],
]
const digests: [Digest, string][] = [
  ['off', '不寄'],
  ['daily', '每天早上'],
  ['weekly', '每周一早上'],
]

/** Form in which users choose the kinds of notifications and the email digest. Each change is saved at once. */
export function MessagePreferences() {
  const { data } = useAnswer(askPreference)
  const [chosen, setChosen] = useState<MessagePreference>()
  const [saved, setSaved] = useState<MessagePreference>()
  const [note, setNote] = useState('')
  const preference = chosen ?? saved ?? data
  if (preference === undefined) return null
  const save = async (next: MessagePreference) => {
    setChosen(next)
    try {
      const answer = await sendLatest('messagePreference', async () => {
        await api.message.setPreference(next)
        setSaved(next)
        return next
      })
      if (answer !== undefined) setNote('已保存。')
    } catch (error) {
      setChosen(undefined)
      setNote(`没有保存：${describeFailure(error).message}`)
    }
  }
  const { muted, digest } = preference
  return (
    <details className="message-preferences">
      <summary>消息的设置</summary>
      <fieldset>
        <legend>告诉我</legend>
        {groups.map(([group, label]) => (
          <label key={group}>
            <input
              type="checkbox"
              checked={!muted.includes(group)}
              onChange={({ target }) =>
                void save({
                  digest,
                  muted: [...muted.filter((one) => one !== group), ...(target.checked ? [] : [group])],
                })
              }
            />
            {label}
          </label>
        ))}
        <label>
          <input type="checkbox" checked disabled />
          站内通知（不能关闭）
        </label>
      </fieldset>
      <DigestChoice digest={digest} onChoose={(digest) => void save({ muted, digest })} />
      <p role="status" className="form-note">
        {note}
      </p>
    </details>
  )
}

function DigestChoice({ digest, onChoose }: { digest: Digest; onChoose: (digest: Digest) => void }) {
  const { codesInLog } = useSite()
  const email = useSession((state) => state.userInfo.email)
  const isOpen = email !== null && !codesInLog
  const why = email === null ? '绑定邮箱之后可以选。' : '这里暂时不寄邮件。'
  return (
    <fieldset disabled={!isOpen}>
      <legend>把未读消息寄到邮箱</legend>
      {digests.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="digest" value={value} checked={digest === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
      <p className="field-hint">{isOpen ? `寄到 ${email}，邮件里可以一键退订。` : why}</p>
    </fieldset>
  )
}
