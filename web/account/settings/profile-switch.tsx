import { useSavedSwitch } from '#web/ui/use-saved-switch.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import '../../ui/profile-switch.css'

const ask = (signal?: AbortSignal) => api.profile.showVisibility({}, signal)

/** Switch that makes the user's profile public or hides it. */
export function ProfileSwitch() {
  const id = useSession((state) => state.userInfo.id)
  const { data } = useAnswer(ask)
  const {
    isOn: isPublic,
    message,
    choose,
  } = useSavedSwitch('visibility', data?.isPublic, (isPublic) => api.profile.setVisibility({ isPublic }))
  return (
    <section className="profile-switch" aria-labelledby="profile-switch">
      <h2 id="profile-switch">公开主页</h2>
      <label>
        <input
          type="checkbox"
          checked={isPublic ?? false}
          disabled={isPublic === undefined}
          onChange={({ target }) => void choose(target.checked)}
        />
        让别人看到我的书架、笔记、简介、推荐和评论
      </label>
      <p className="form-note">
        {isPublic === true && (
          <>
            别人点你的名字会看到<a href={`/user/${id}`}>你的主页</a>，搜索引擎不收录它。
          </>
        )}
        {isPublic === false && '现在只有你看得到；书页上的评论和推荐仍署你的名字。'}
        {isPublic === undefined && '\u00a0'}
      </p>
      {message && <p role="alert">{message}</p>}
    </section>
  )
}
